"""Numeric examples for training and measuring, and the conversion of texts to examples."""

from __future__ import annotations

from dataclasses import dataclass, field

import product_text
from data.translations import Pair
from data.trees import Tree
from marks import MarkedSentence

PUNCTUATION_TAG = 'PUNCT'


@dataclass
class SyntaxExample:
    text: str
    words: list[int]
    heads: list[int]
    tags: list[int]
    counted: list[bool]  # false for punctuation


@dataclass
class PronounExample:
    text: str
    words: list[int]
    pronoun: int
    antecedents: list[int]  # the pronoun itself if it refers to nothing
    others: list[int]
    others_are_alone: bool  # true if all other words are known to have no antecedent


@dataclass
class TranslationExample:
    words: list[int]  # source words
    tokens: list[int]  # target tokens
    links: list[tuple[int, int]]  # (target token, source word)
    target_words: list[
        int
    ]  # the word, as in a source, that each token belongs to
    reference: str
    source: str


@dataclass
class Prepared:
    buckets: dict[str, int]
    vocabulary: list[str]
    tags: list[str] = field(default_factory=list)
    words: dict[str, int] = field(default_factory=dict)
    features: list = field(default_factory=list)  # rows and weights of each word
    nouns: set[int] = field(
        default_factory=set
    )  # words whose repetition refers to the same thing
    syntax: dict[str, list[SyntaxExample]] = field(default_factory=dict)
    pronouns: dict[str, list[PronounExample]] = field(default_factory=dict)
    translations: dict[str, list[TranslationExample]] = field(default_factory=dict)

    def ids(self, words: list[str]) -> list[int]:
        return [self.words.setdefault(word.lower(), len(self.words)) for word in words]

    def add_features(self) -> None:
        """Adds the features of words that were encountered since the last call."""
        words = list(self.words)[len(self.features) :]
        self.features += product_text.features(words, self.buckets)

    def syntax_example(self, tree: Tree) -> SyntaxExample:
        tags = [
            self.tags.index(tag)
            if tag in self.tags
            else self.tags.append(tag) or len(self.tags) - 1
            for tag in tree.tags
        ]
        return SyntaxExample(
            tree.text,
            self.ids(tree.words),
            tree.heads,
            tags,
            [tag != PUNCTUATION_TAG for tag in tree.tags],
        )

    def pronoun_examples(
        self, sentences: list[MarkedSentence], others_are_alone: bool, longest: int = 90
    ) -> list[PronounExample]:
        examples = []
        sentences = [sentence for sentence in sentences if product_text.is_plain(sentence.text)]
        for sentence, words in zip(
            sentences, product_text.segment([sentence.text for sentence in sentences]), strict=True
        ):
            pronoun = product_text.covering_any(words, [sentence.pronoun])[0]
            right = product_text.covering_any(words, sentence.antecedents) or [pronoun]
            if (pronoun in right and sentence.antecedents) or len(words) > longest:
                continue
            others = [
                index
                for index in product_text.covering_any(words, sentence.others)
                if index not in right
            ]
            examples.append(
                PronounExample(
                    sentence.text,
                    self.ids([word for word, _, _ in words]),
                    pronoun,
                    right,
                    others,
                    others_are_alone,
                )
            )
        return examples

    def translation_examples(
        self, pairs: list[Pair], links: list[list[tuple[int, int]]], to: str
    ) -> list[TranslationExample]:
        target_texts = [pair.zh if to == 'zh' else pair.en for pair in pairs]
        examples = []
        for pair, linked, tokens in zip(
            pairs, links, product_text.target_tokens(target_texts, self.vocabulary), strict=True
        ):
            source, target = (
                (pair.en_words, pair.zh_words) if to == 'zh' else (pair.zh_words, pair.en_words)
            )
            source_of = {zh: en for en, zh in linked} if to == 'zh' else dict(linked)
            word_of = [
                product_text.covering(target, (start, max(end, start + 1)))[0]
                for _, start, end in tokens
            ]
            target_ids = self.ids([word for word, _, _ in target])
            examples.append(
                TranslationExample(
                    self.ids([word for word, _, _ in source]),
                    [token for token, _, _ in tokens],
                    [
                        (index, source_of[word])
                        for index, word in enumerate(word_of)
                        if word in source_of
                    ],
                    [target_ids[word] for word in word_of],
                    pair.zh if to == 'zh' else pair.en,
                    pair.en if to == 'zh' else pair.zh,
                )
            )
        return examples
