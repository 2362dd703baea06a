"""Prepares all numeric data for training and measuring from public text: prepared.pickle in the
work folder.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from data.alignment import Aligner
from data.older_trees import read_older_trees
from data.pairs import SOURCES, cleaned, pairs_far_from, read_pair_files
from data.pronouns import read_candidates, read_gap, read_winobias, read_winogrande
from data.translations import Pair, bare, read_tatoeba, split_pairs, with_words
from data.trees import Tree, read_trees, trees_of
from data.vocabulary import learn_vocabulary
from examples import Prepared
from marks import MarkedSentence, read_natural
from templates.generate import Templates
from templates.lists import HeldOut

HERE = Path(__file__).parent
BUCKETS = {'words': 11264, 'grams': 2560}
SUBWORDS, AT_LEAST = 1700, (4, 8)
# File that may be missing, since this part of the data is optional.
OLDER_TREES = 'ud-chinese-gsd/zh-ud-train.conllu'
# Number of pairs per source with which the alignment model is estimated.
ALIGNED_ON = 15_000
# Number of sentences with a pronoun that were written for training and are held out.
WRITTEN_HELD_OUT = 400
# Number of held-out examples to which the temperatures of the heads are fitted; calibration errors
# exclude them.
FITTED_ON = {'written': 200, 'syntax-en': 300, 'syntax-zh': 50, 'alignment': 200}


@dataclass(frozen=True)
class Sizes:
    """Number of sentences of each kind that the templates generate."""

    templates: int = 30_000  # per language
    parallel: int = 6_000
    measured: int = 600  # per held-out kind


def check_sources(data: Path) -> None:
    manifest = json.loads((HERE / 'manifest.json').read_text(encoding='utf8'))
    for source in manifest['sources']:
        for name, expected in source['files'].items():
            if source.get('optional') and not (data / name).exists():
                print(f'{name} is not there: trained without it ({source["what"]})')
                continue
            got = hashlib.sha256((data / name).read_bytes()).hexdigest()
            if got != expected:
                raise ValueError(f'expected {name} with the checksum {expected}, got {got}')


def read_kept_out() -> list[str]:
    """Sentences that training never sees: the page's own examples and the everyday sentences."""
    files = [
        HERE / name
        for name in ('examples.tsv', 'page-examples.tsv', 'everyday/en.tsv', 'everyday/zh.tsv')
    ]
    return [
        text
        for file in files
        for line in file.read_text(encoding='utf8').splitlines()
        for text in line.split('\t')
    ]


def prepare_translations(prepared: Prepared, data: Path, made: list[tuple[str, str]]) -> None:
    """Creates the target vocabulary, and the examples of each source and direction. made: pairs
    from templates.
    """
    # The split into training and test data depends on every pair, so it comes before any other
    # filter.
    first_examples = [
        text
        for line in (HERE / 'examples.tsv').read_text(encoding='utf8').splitlines()
        for text in line.split('\t')
    ]
    tatoeba, test_pairs = split_pairs(
        read_tatoeba(data / SOURCES['tatoeba'].files[0], first_examples)
    )
    kept_out = {bare(text) for text in read_kept_out()} | {
        bare(text) for pair in test_pairs for text in pair
    }
    given = {
        'tatoeba': {'en': tatoeba, 'zh': tatoeba},
        'pronouns': {'en': made, 'zh': made},
        'back-translated': {'en': [], 'zh': []},  # added later
    }
    pairs: dict[str, dict[str, list[Pair]]] = {}
    for name in SOURCES:
        texts = given.get(name) or read_pair_files(data, name)
        if name == 'everyday':
            far = pairs_far_from(texts['en'], read_kept_out(), test_pairs)
            texts = {'en': far, 'zh': far}
        pairs[name] = {'en': with_words(cleaned(texts['en'], kept_out))}
        same = texts['en'] is texts['zh']
        pairs[name]['zh'] = (
            pairs[name]['en'] if same else with_words(cleaned(texts['zh'], kept_out))
        )
    test = with_words(test_pairs)

    def words(names):
        return [
            some
            for name in names
            for pair in pairs[name]['en']
            for some in (pair.en_words, pair.zh_words)
        ]

    core = ('tatoeba', 'pronouns', 'wiktionary', 'small', 'phrases')
    # Sources that were added later do not change the vocabulary, so that training can resume from
    # earlier weights.
    others = [name for name in SOURCES if name not in (*core, 'everyday')]
    prepared.vocabulary = learn_vocabulary(words(core), words(others), SUBWORDS, AT_LEAST)
    aligner = Aligner(
        [
            pair
            for name, both in pairs.items()
            for pair in (both['en'] if name in core else both['en'][:ALIGNED_ON])
        ]
    )
    for to in ('zh', 'en'):
        for name, both in pairs.items():
            links = [aligner.links(pair) for pair in both[to]]
            prepared.translations[f'train-{name}-{to}'] = prepared.translation_examples(
                both[to], links, to
            )
        prepared.translations[f'test-{to}'] = prepared.translation_examples(
            test, [aligner.links(pair) for pair in test], to
        )


def prepare(data: Path, work: Path, sizes: Sizes = Sizes(), check: bool = True) -> Prepared:
    if check:
        check_sources(data)
    rng = random.Random(20261121)
    natural = {
        language: read_natural(str(HERE / f'natural/{language}.txt'), language)
        for language in ('en', 'zh')
    }
    templates = Templates(natural['en'] + natural['zh'])
    prepared = Prepared(BUCKETS, [])
    prepare_translations(
        prepared, data, list(dict.fromkeys(templates.parallel(rng) for _ in range(sizes.parallel)))
    )

    def trees(*names: str, traditional: bool = False) -> list[Tree]:
        return [tree for name in names for tree in read_trees(str(data / name), traditional)]

    gsd = trees('ud-chinese-gsdsimp/zh_gsdsimp-ud-dev.conllu')
    chinese = (
        gsd[:-150] * 2
        + trees('ud-chinese-cfl/zh_cfl-ud-test.conllu')
        + trees(
            'ud-chinese-pud/zh_pud-ud-test.conllu',
            'ud-chinese-hk/zh_hk-ud-test.conllu',
            traditional=True,
        )
    )
    if (data / OLDER_TREES).exists():
        seen = {bare(tree.text) for tree in gsd}
        older = trees_of(read_older_trees(data / OLDER_TREES), traditional=True)
        chinese += [tree for tree in older if bare(tree.text) not in seen]
    english = trees('ud-english-ewt/en_ewt-train.conllu', 'ud-english-pud/en_pud-ud-test.conllu')
    measured = {'test-en': trees('ud-english-ewt/en_ewt-dev.conllu'), 'test-zh': gsd[-150:]}
    for name, some in {
        'train-en': [tree for tree in english if len(tree.words) <= 45],
        'train-zh': [tree for tree in chinese if len(tree.words) <= 55],
        **measured,
    }.items():
        prepared.syntax[name] = [prepared.syntax_example(tree) for tree in some]

    kept_out = {bare(text) for text in read_kept_out()}
    for language in ('en', 'zh'):
        made = {
            sentence.text: sentence
            for sentence in (templates.example(rng, language) for _ in range(sizes.templates))
        }
        made = [sentence for text, sentence in made.items() if bare(text) not in kept_out]
        prepared.pronouns[f'train-{language}'] = prepared.pronoun_examples(made, True)
        for name, held in {
            'frames': HeldOut(frames=True),
            'nouns': HeldOut(nouns=True),
            'frames-nouns': HeldOut(nouns=True, frames=True),
            'predicates': HeldOut(predicates=True),
        }.items():
            sentences = two_nouns(templates, rng, language, held, sizes.measured)
            prepared.pronouns[f'test-{name}-{language}'] = prepared.pronoun_examples(
                sentences, True
            )
        written = read_natural(str(HERE / f'data/written/{language}.txt'), language)
        held_out = far_from(written[-WRITTEN_HELD_OUT:], natural[language])
        prepared.pronouns[f'test-written-{language}'] = prepared.pronoun_examples(held_out, False)
        prepared.pronouns[f'train-written-{language}'] = prepared.pronoun_examples(
            far_from(written[:-WRITTEN_HELD_OUT], natural[language] + held_out), False
        )
        prepared.pronouns[f'natural-{language}'] = prepared.pronoun_examples(
            natural[language], False
        )
    winogrande = read_winogrande(str(data / 'winogrande/train_l.jsonl'))
    prepared.pronouns['train-winogrande'] = prepared.pronoun_examples(winogrande[1000:], False)
    prepared.pronouns['train-knowref'] = prepared.pronoun_examples(
        read_candidates(str(data / 'coref-en-knowref/test.tsv')), False
    )
    prepared.pronouns['test-winogrande'] = prepared.pronoun_examples(winogrande[:1000], False)
    prepared.pronouns['train-gap'] = prepared.pronoun_examples(
        read_gap(str(data / 'gap-coreference/gap-validation.tsv')), False
    )
    prepared.pronouns['test-gap'] = prepared.pronoun_examples(
        read_gap(str(data / 'gap-coreference/gap-development.tsv')), False, 10**6
    )
    for kind in (1, 2):
        files = [
            str(data / f'winobias/{side}_stereotyped_type{kind}.txt.dev')
            for side in ('pro', 'anti')
        ]
        prepared.pronouns[f'test-winobias-{kind}'] = prepared.pronoun_examples(
            read_winobias(files), False
        )

    prepared.nouns = nouns_of(prepared, templates)
    prepared.ids([word.replace("'", '') for word in list(prepared.words) if "'" in word.strip("'")])
    prepared.add_features()
    work.mkdir(parents=True, exist_ok=True)
    write_held_out(prepared, work / 'held-out.json')
    with Path(work / 'prepared.pickle').open('wb') as file:
        pickle.dump(prepared, file)
    return prepared


def far_from(
    sentences: list[MarkedSentence], measured: list[MarkedSentence]
) -> list[MarkedSentence]:
    """Returns the sentences without both nouns of a held-out sentence, and without one of them
    together with its deciding word, if it is marked.
    """

    def nouns(one: MarkedSentence) -> set[str]:
        return {noun.lower() for noun in one.words(one.antecedents + one.others)}

    kept_out = [(nouns(one), one.predicate.lower()) for one in measured]

    def is_far(sentence: MarkedSentence) -> bool:
        text = sentence.text.lower()
        own = nouns(sentence)
        return not any(
            len(own & other) == 2 or (own & other and predicate and predicate in text)
            for other, predicate in kept_out
        )

    return list(filter(is_far, sentences))


def nouns_of(prepared: Prepared, templates: Templates) -> set[int]:
    """Words that the trees mostly tag as nouns or names, and the nouns of the templates."""
    noun_tags = {prepared.tags.index(tag) for tag in ('NOUN', 'PROPN') if tag in prepared.tags}
    as_noun: Counter[int] = Counter()
    for name in ('train-en', 'train-zh'):
        for example in prepared.syntax[name]:
            as_noun.update(
                {
                    word: 1 if tag in noun_tags else -1
                    for word, tag in zip(example.words, example.tags, strict=True)
                }
            )
    listed = prepared.ids([word for noun in templates.nouns for word in (noun.en, noun.zh)])
    return {word for word, balance in as_noun.items() if balance > 0} | set(listed)


def write_held_out(prepared: Prepared, path: Path) -> None:
    """Writes the held-out data, as texts and word numbers, for training/measure."""

    def held_out(examples: dict[str, list]) -> dict[str, list]:
        return {
            name: [
                {
                    key: value
                    for key, value in vars(example).items()
                    if key not in ('words', 'target_words')
                }
                for example in some
            ]
            for name, some in examples.items()
            if not name.startswith('train')
        }

    sets = {
        name: held_out(getattr(prepared, name)) for name in ('syntax', 'pronouns', 'translations')
    }
    path.write_text(
        json.dumps({**sets, 'fittedOn': FITTED_ON}, ensure_ascii=False), encoding='utf8'
    )


def two_nouns(
    templates: Templates, rng: random.Random, language: str, held: HeldOut, count: int
) -> list[MarkedSentence]:
    """Returns the sentences with two possible nouns between which only the meaning decides, so that
    guessing scores one half.
    """
    sentences: dict[str, MarkedSentence] = {}
    while len(sentences) < count:
        sentence = templates.example(rng, language, held)
        if sentence.antecedents and sentence.others:
            sentences[sentence.text] = sentence
    return list(sentences.values())
