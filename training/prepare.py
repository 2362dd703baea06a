"""Public text → everything that training and measuring read, as numbers: prepared.pickle in the work folder."""
from __future__ import annotations

import hashlib
import json
import pickle
import random
from dataclasses import dataclass, field
from pathlib import Path

import product_text
from data.alignment import Aligner
from data.pronouns import read_gap, read_winobias, read_winogrande
from data.translations import Pair, read_pairs, split_pairs
from data.trees import Tree, read_trees
from data.vocabulary import learn_vocabulary
from marks import MarkedSentence, read_natural
from templates.generate import HeldOut, Templates

HERE = Path(__file__).parent
BUCKETS = {'words': 2816, 'grams': 2560}
MERGES, AT_LEAST = 1400, 4
PUNCTUATION_TAG = 'PUNCT'


@dataclass(frozen=True)
class Sizes:
    """How many sentences are made of templates."""
    templates: int = 100_000  # per language
    parallel: int = 4_000
    measured: int = 600  # of each held-out kind


@dataclass
class SyntaxExample:
    text: str
    words: list[int]
    heads: list[int]
    tags: list[int]
    counted: list[bool]  # not punctuation


@dataclass
class PronounExample:
    text: str
    words: list[int]
    pronoun: int
    antecedents: list[int]  # the pronoun itself where it stands for nothing
    others: list[int]
    others_are_alone: bool  # whether every other word is known to stand for itself


@dataclass
class TranslationExample:
    words: list[int]  # of the source
    pieces: list[int]  # of the target
    links: list[tuple[int, int]]  # target piece, source word
    target_words: list[int]  # of each piece the number of its word
    reference: str
    source: str


@dataclass
class Prepared:
    buckets: dict[str, int]
    vocabulary: list[str]
    tags: list[str] = field(default_factory=list)
    words: dict[str, int] = field(default_factory=dict)
    features: list = field(default_factory=list)  # of each word its rows and weights
    syntax: dict[str, list[SyntaxExample]] = field(default_factory=dict)
    pronouns: dict[str, list[PronounExample]] = field(default_factory=dict)
    translations: dict[str, list[TranslationExample]] = field(default_factory=dict)

    def ids(self, words: list[str]) -> list[int]:
        return [self.words.setdefault(word.lower(), len(self.words)) for word in words]

    def syntax_example(self, tree: Tree) -> SyntaxExample:
        tags = [self.tags.index(tag) if tag in self.tags else self.tags.append(tag) or len(self.tags) - 1 for tag in tree.tags]
        return SyntaxExample(tree.text, self.ids(tree.words), tree.heads, tags, [tag != PUNCTUATION_TAG for tag in tree.tags])

    def pronoun_examples(self, sentences: list[MarkedSentence], others_are_alone: bool, longest: int = 90) -> list[PronounExample]:
        examples = []
        sentences = [sentence for sentence in sentences if product_text.is_plain(sentence.text)]
        for sentence, words in zip(sentences, product_text.segment([sentence.text for sentence in sentences])):
            touched = lambda spans: sorted({index for span in spans for index in product_text.covering(words, span)})
            pronoun = touched([sentence.pronoun])[0]
            right = touched(sentence.antecedents) or [pronoun]
            if pronoun in right and sentence.antecedents or len(words) > longest:
                continue
            others = [index for index in touched(sentence.others) if index not in right]
            examples.append(PronounExample(sentence.text, self.ids([word for word, _, _ in words]), pronoun, right, others, others_are_alone))
        return examples

    def translation_examples(self, pairs: list[Pair], links: list[list[tuple[int, int]]], to: str) -> list[TranslationExample]:
        target_texts = [pair.zh if to == 'zh' else pair.en for pair in pairs]
        examples = []
        for pair, linked, pieces in zip(pairs, links, product_text.pieces(target_texts, self.vocabulary)):
            source, target = (pair.en_words, pair.zh_words) if to == 'zh' else (pair.zh_words, pair.en_words)
            source_of = {zh: en for en, zh in linked} if to == 'zh' else dict(linked)
            word_of = [product_text.covering(target, (start, max(end, start + 1)))[0] for _, start, end in pieces]
            examples.append(
                TranslationExample(self.ids([word for word, _, _ in source]), [piece for piece, _, _ in pieces],
                                   [(index, source_of[word]) for index, word in enumerate(word_of) if word in source_of], word_of,
                                   pair.zh if to == 'zh' else pair.en, pair.en if to == 'zh' else pair.zh))
        return examples


def check_sources(data: Path) -> None:
    manifest = json.loads((HERE / 'manifest.json').read_text(encoding='utf8'))
    for source in manifest['sources']:
        for name, expected in source['files'].items():
            got = hashlib.sha256((data / name).read_bytes()).hexdigest()
            if got != expected:
                raise ValueError(f'expected {name} with the checksum {expected}, got {got}')


def read_examples() -> list[tuple[str, str]]:
    """The page's own example sentences (English, Chinese), which training never sees."""
    return [tuple(line.split('\t')) for line in (HERE / 'examples.tsv').read_text(encoding='utf8').splitlines()]


def prepare(data: Path, work: Path, sizes: Sizes = Sizes(), check: bool = True) -> Prepared:
    if check:
        check_sources(data)
    rng = random.Random(20261121)
    natural = {language: read_natural(str(HERE / f'natural/{language}.txt'), language) for language in ('en', 'zh')}
    examples = read_examples()
    templates = Templates(natural['en'] + natural['zh'])

    pairs_train, pairs_test = split_pairs(read_pairs(str(data / 'tatoeba/pairs_zh_en.csv'), [text for pair in examples for text in pair]))
    parallel = list(dict.fromkeys(templates.parallel(rng) for _ in range(sizes.parallel)))
    segmented = [product_text.segment([pair[side] for pair in parallel]) for side in (0, 1)]
    pairs_train += [Pair(en, zh, en_words, zh_words) for (en, zh), en_words, zh_words in zip(parallel, *segmented)]
    vocabulary = learn_vocabulary([words for pair in pairs_train for words in (pair.en_words, pair.zh_words)], MERGES, AT_LEAST)
    prepared = Prepared(BUCKETS, vocabulary)
    aligner = Aligner(pairs_train)
    for name, pairs in (('train', pairs_train), ('test', pairs_test)):
        links = [aligner.links(pair) for pair in pairs]
        for to in ('zh', 'en'):
            prepared.translations[f'{name}-{to}'] = prepared.translation_examples(pairs, links, to)

    def trees(*names: str, traditional: bool = False) -> list[Tree]:
        return [tree for name in names for tree in read_trees(str(data / name), traditional)]

    gsd = trees('ud-chinese-gsdsimp/zh_gsdsimp-ud-dev.conllu')
    chinese = gsd[:-150] + trees('ud-chinese-cfl/zh_cfl-ud-test.conllu') + trees(
        'ud-chinese-pud/zh_pud-ud-test.conllu', 'ud-chinese-hk/zh_hk-ud-test.conllu', traditional=True)
    english = trees('ud-english-ewt/en_ewt-train.conllu', 'ud-english-pud/en_pud-ud-test.conllu')
    measured = {'test-en': trees('ud-english-ewt/en_ewt-dev.conllu'), 'test-zh': gsd[-150:]}
    for name, some in {'train-en': [tree for tree in english if len(tree.words) <= 45],
                       'train-zh': [tree for tree in chinese if len(tree.words) <= 55], **measured}.items():
        prepared.syntax[name] = [prepared.syntax_example(tree) for tree in some]

    for language in ('en', 'zh'):
        made = {sentence.text: sentence for sentence in (templates.example(rng, language) for _ in range(sizes.templates))}
        prepared.pronouns[f'train-{language}'] = prepared.pronoun_examples(list(made.values()), True)
        for name, held in {'frames': HeldOut(frames=True), 'nouns': HeldOut(nouns=True), 'frames-nouns': HeldOut(nouns=True, frames=True),
                           'predicates': HeldOut(predicates=True)}.items():
            sentences = two_nouns(templates, rng, language, held, sizes.measured)
            prepared.pronouns[f'test-{name}-{language}'] = prepared.pronoun_examples(sentences, True)
        prepared.pronouns[f'natural-{language}'] = prepared.pronoun_examples(natural[language], False)
    winogrande = read_winogrande(str(data / 'winogrande/train_l.jsonl'))
    prepared.pronouns['train-winogrande'] = prepared.pronoun_examples(winogrande[1000:], False)
    prepared.pronouns['test-winogrande'] = prepared.pronoun_examples(winogrande[:1000], False)
    prepared.pronouns['train-gap'] = prepared.pronoun_examples(read_gap(str(data / 'gap-coreference/gap-validation.tsv')), False)
    prepared.pronouns['test-gap'] = prepared.pronoun_examples(read_gap(str(data / 'gap-coreference/gap-development.tsv')), False, 10**6)
    for kind in (1, 2):
        files = [str(data / f'winobias/{side}_stereotyped_type{kind}.txt.dev') for side in ('pro', 'anti')]
        prepared.pronouns[f'test-winobias-{kind}'] = prepared.pronoun_examples(read_winobias(files), False)

    prepared.features = product_text.features(list(prepared.words), BUCKETS)
    work.mkdir(parents=True, exist_ok=True)
    write_held_out(prepared, work / 'held-out.json')
    with open(work / 'prepared.pickle', 'wb') as file:
        pickle.dump(prepared, file)
    return prepared


def write_held_out(prepared: Prepared, path: Path) -> None:
    """What training never sees, as texts and numbers of their words, for training/measure.mjs."""

    def held_out(examples: dict[str, list]) -> dict[str, list]:
        return {name: [vars(example) | {'words': None} for example in some] for name, some in examples.items() if not name.startswith('train')}

    sets = {name: held_out(getattr(prepared, name)) for name in ('syntax', 'pronouns', 'translations')}
    path.write_text(json.dumps(sets, ensure_ascii=False), encoding='utf8')


def two_nouns(templates: Templates, rng: random.Random, language: str, held: HeldOut, count: int) -> list[MarkedSentence]:
    """Sentences in which two nouns could be meant and the meaning alone decides, so that guessing gets one half."""
    sentences: dict[str, MarkedSentence] = {}
    while len(sentences) < count:
        sentence = templates.example(rng, language, held)
        if sentence.antecedents and sentence.others:
            sentences[sentence.text] = sentence
    return list(sentences.values())

