"""Sentence pairs and dictionary entries beside Tatoeba: who made them, and how large a share of a
batch they get.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from product_text import is_plain

from data.translations import QUOTES, bare

HERE = Path(__file__).parent

# The least score of word alignment at which a line of the game's text is a translation.
GAME_ALIGNMENT = 2.5
# How many English headwords of the dictionary are translated into Chinese.
DICTIONARY_ENTRIES = 25_000

# The share of words that two sentences have in common from which one is too close to the other.
CLOSE = 0.6

TextPair = tuple[str, str]  # English, Chinese


@dataclass(frozen=True)
class Source:
    share: float  # of the sentence pairs of training; all sum to 1
    files: tuple[str, ...]


SOURCES = {
    'tatoeba': Source(0.40, ('tatoeba/pairs_zh_en.csv',)),
    'pronouns': Source(0.03, ()),  # made by templates/
    'templates': Source(0.03, ('own-templates/pairs.tsv',)),
    'dictionary': Source(0.03, ('cc-cedict/zh_en_core.tsv', 'cc-cedict/en_zh.tsv')),
    'names': Source(0.02, ('names-and-things/pairs.tsv',)),
    'wiktionary': Source(0.05, ('wiktionary-examples/pairs.tsv',)),
    'small': Source(
        0.04,
        tuple(
            f'{name}/pairs.tsv'
            for name in ('xcopa', 'storybooks-pairs', 'mgsm', 'xsid', 'pud-pairs')
        ),
    ),
    'game': Source(0.01, ('game-cataclysm-dda/sentences.tsv',)),
    'phrases': Source(0.03, ()),  # data/phrases.tsv
    'everyday': Source(0.25, ()),  # data/everyday.tsv
    'back-translated': Source(0.11, ()),  # made by back_translate.py
}


def rows_of(path: Path) -> list[list[str]]:
    return [line.split('\t') for line in path.read_text(encoding='utf8').split('\n') if line]


def read_dictionary(chinese: Path, english: Path) -> dict[str, list[TextPair]]:
    """The two directions differ: a word has one likeliest translation in each."""
    into_english = [(row[1], row[0]) for row in rows_of(chinese)[1:] if row[1]]
    by_weight = sorted(rows_of(english)[1:], key=lambda row: -float(row[2]))
    return {'en': into_english, 'zh': [(row[0], row[1]) for row in by_weight[:DICTIONARY_ENTRIES]]}


def read_pair_files(data: Path, name: str) -> dict[str, list[TextPair]]:
    """Pairs to train each direction on, as written: {'en': into English, 'zh': into Chinese}."""
    files = [data / file for file in SOURCES[name].files]
    if name == 'dictionary':
        return read_dictionary(*files)
    rows = [row for file in (files or [HERE / f'{name}.tsv']) for row in rows_of(file)]
    if name == 'game':
        rows = [row for row in rows if float(row[2] or 0) >= GAME_ALIGNMENT]
    if name == 'names':
        rows = [row for row in rows if len(row[0]) <= 8]
    pairs = [(row[1], row[0]) for row in rows]
    return {'en': pairs, 'zh': pairs}


def cleaned(pairs: list[TextPair], kept_out: set[str]) -> list[TextPair]:
    """One spelling of quotation marks, every pair once, nothing whose either side is kept out
    (see `bare`).
    """
    plain = [(en.strip().translate(QUOTES), zh.strip().replace(' ', '')) for en, zh in pairs]
    once = {
        (bare(en), bare(zh), en[-1:]): (en, zh)
        for en, zh in plain
        if en and zh and is_plain(en + zh)
    }
    return [pair for (en, zh, _), pair in once.items() if en not in kept_out and zh not in kept_out]


def common_share(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard's index."""
    return len(one & other) / max(1, len(one | other))


def units_of(text: str) -> frozenset[str]:
    """Its words; of Chinese, its pairs of characters."""
    if any(character >= '\u2e80' for character in text):
        letters = bare(text)
        return frozenset(letters[at : at + 2] for at in range(max(1, len(letters) - 1)))
    return frozenset(bare(word) for word in text.split())


def pairs_far_from(
    pairs: list[TextPair], measured: list[str], measured_pairs: list[TextPair]
) -> list[TextPair]:
    """Those of which neither side has most of its units in common with a sentence to be measured
    on, nor both sides with a measured pair: of pairs written for training, `cleaned` leaves out too
    few. (One side alone is often close to one of a thousand short sentences.)
    """
    kept_out = [units_of(text) for text in measured]
    kept_out_pairs = [(units_of(en), units_of(zh)) for en, zh in measured_pairs]

    def is_far(en: frozenset[str], zh: frozenset[str]) -> bool:
        return all(
            common_share(en, out) < CLOSE and common_share(zh, out) < CLOSE for out in kept_out
        ) and all(
            common_share(en, out_en) < CLOSE or common_share(zh, out_zh) < CLOSE
            for out_en, out_zh in kept_out_pairs
        )

    return [(en, zh) for en, zh in pairs if is_far(units_of(en), units_of(zh))]
