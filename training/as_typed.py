"""Varies texts in the ways in which people type: without end marks, commas and apostrophes, with
two sentences in one, with words of another language.

(Case needs no variation: the model ignores it.)
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from data.trees import UNKNOWN_HEAD
from examples import PronounExample, SyntaxExample, TranslationExample

END_MARKS = frozenset('.。!！?？…．')
PAUSES = frozenset(',，、;；:：')
QUOTATION = frozenset('"\'“”「」‘’')


@dataclass(frozen=True)
class Habits:
    """Probability of each typing habit."""

    no_end_mark: float = 0.5
    no_pauses: float = 0.25
    no_apostrophes: float = 0.15


IN_TREES = Habits(no_end_mark=0.25, no_pauses=0.05, no_apostrophes=0.1)
WORDS_SWITCHED = 0.4


class AsTyped:
    def __init__(self, words: dict[str, int]):
        """words: the number of every known word, in lower case, including words without their
        apostrophe.
        """
        self.end_marks = {words[word] for word in words if set(word) <= END_MARKS}
        self.closing = self.end_marks | {words[word] for word in words if set(word) <= QUOTATION}
        self.pauses = {words[word] for word in words if set(word) <= PAUSES}
        self.bare = {
            number: words[word.replace("'", '')]
            for word, number in words.items()
            if "'" in word.strip("'") and word.replace("'", '') in words
        }

    def __call__(
        self, sentence: list[int], rng: random.Random, habits: Habits = Habits()
    ) -> tuple[list[int], list[int]]:
        """Returns the words that remain, and the original index of each."""
        kept = list(range(len(sentence)))
        if rng.random() < habits.no_end_mark:
            end = len(kept)
            while end > 1 and sentence[kept[end - 1]] in self.closing:
                end -= 1
            if any(sentence[place] in self.end_marks for place in kept[end:]):
                kept = list(kept[:end]) + [
                    place for place in kept[end:] if sentence[place] not in self.end_marks
                ]
        if rng.random() < habits.no_pauses:
            kept = [place for place in kept if sentence[place] not in self.pauses] or kept
        words = [sentence[place] for place in kept]
        if rng.random() < habits.no_apostrophes:
            words = [self.bare.get(word, word) for word in words]
        return words, kept

    # Methods for each kind of example. References to an omitted word are omitted with it.

    def translation(self, example: TranslationExample, rng: random.Random) -> TranslationExample:
        words, kept = self(example.words, rng)
        place = {old: new for new, old in enumerate(kept)}
        links = [(token, place[word]) for token, word in example.links if word in place]
        return replace(example, words=words, links=links)

    def pronoun(self, example: PronounExample, rng: random.Random) -> PronounExample:
        words, kept = self(example.words, rng)
        place = {old: new for new, old in enumerate(kept)}

        def moved(indices):
            return [place[index] for index in indices if index in place]

        return replace(
            example,
            words=words,
            pronoun=place[example.pronoun],
            antecedents=moved(example.antecedents),
            others=moved(example.others),
        )

    def tree(self, example: SyntaxExample, rng: random.Random) -> SyntaxExample:
        """Varies a tree. It is unchanged if a word depends on a punctuation mark that would be
        omitted.
        """
        words, kept = self(example.words, rng, IN_TREES)
        place = {old: new for new, old in enumerate(kept)}
        place[UNKNOWN_HEAD] = UNKNOWN_HEAD
        if any(example.heads[old] not in place for old in kept):
            return example
        return replace(
            example,
            words=words,
            heads=[place[example.heads[old]] for old in kept],
            tags=[example.tags[old] for old in kept],
        )


def code_switched(example: TranslationExample, rng: random.Random) -> TranslationExample:
    """Replaces some source words with their translations: 我喜欢 apple."""
    words = list(example.words)
    for token, word in example.links:
        if rng.random() < WORDS_SWITCHED:
            words[word] = example.target_words[token]
    return replace(example, words=words)


def joined(first: TranslationExample, second: TranslationExample) -> TranslationExample:
    """Joins two sentences into one text."""
    links = first.links + [
        (token + len(first.tokens), word + len(first.words)) for token, word in second.links
    ]
    return replace(
        first, words=first.words + second.words, tokens=first.tokens + second.tokens, links=links
    )
