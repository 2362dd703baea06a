"""Word lists of the pronoun templates, and the selection of entries that are held out for
measuring.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
LIVING = ('animal', 'man', 'man-name', 'woman', 'woman-name', 'person')
GROUPS = {
    'living': LIVING,
    'people': LIVING[1:],
    'things': ('surface', 'object', 'clothes', 'device', 'container', 'vehicle'),
}


@dataclass(frozen=True)
class Noun:
    en: str
    zh: str
    category: str


@dataclass(frozen=True)
class Predicate:
    en: str
    zh: str
    categories: frozenset[str]  # categories of nouns that it fits
    is_adjective: bool


@dataclass(frozen=True)
class Frame:
    en: str
    zh: str
    kind: str  # 'two', 'fits', 'order' or 'alone'
    first: tuple[str, ...]  # categories of A
    second: tuple[str, ...]  # categories of B


def categories(names: str) -> tuple[str, ...]:
    return tuple(category for name in names.split() for category in GROUPS.get(name, (name,)))


def is_held_out(text: str, one_in: int) -> bool:
    """True for one in `one_in` texts. It depends on the text alone, so that it does not change when
    a list grows.
    """
    return zlib.crc32(text.encode()) % one_in == 0


def content_lines(name: str) -> list[str]:
    lines = (FOLDER / name).read_text(encoding='utf8').splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith('#')]


def read_nouns() -> list[Noun]:
    nouns: list[Noun] = []
    category = ''
    for line in content_lines('nouns.txt'):
        if line.startswith('['):
            category = line.strip('[]')
        else:
            nouns += [Noun(*entry.split(':'), category) for entry in line.split()]
    for words in ([noun.en for noun in nouns], [noun.zh for noun in nouns]):
        repeated = {word for word in words if words.count(word) > 1}
        if repeated:
            raise ValueError(f'expected each noun once, got again: {sorted(repeated)}')
    return nouns


def read_predicates() -> list[Predicate]:
    predicates: list[Predicate] = []
    fits: frozenset[str] = frozenset()
    is_adjective = False
    for line in content_lines('predicates.txt'):
        header = re.fullmatch(r'\[(.*)\] (adjectives|clauses)', line)
        if header:
            fits, is_adjective = frozenset(categories(header[1])), header[2] == 'adjectives'
        else:
            entries = [entry.strip().split(':') for entry in line.split('|')]
            predicates += [Predicate(en, zh, fits, is_adjective) for en, zh in entries]
    return predicates


def read_frames() -> list[Frame]:
    frames: list[Frame] = []
    kind, first, second = '', (), ()
    for line in content_lines('frames.txt'):
        header = re.fullmatch(r'\[(?:(fits|order|alone):?\s*)?(.*)\]', line)
        if header:
            kind = header[1] or 'two'
            names = header[2].split('>')
            if len(names) == 2:
                first, second = categories(names[0]), categories(names[1])
            else:
                first, second = (), categories(names[-1])
        else:
            en, zh = line.split(' = ')
            frames.append(Frame(en, zh, kind, first, second))
    return frames


@dataclass(frozen=True)
class HeldOut:
    """Kinds of entries that are taken from the part that training never sees."""

    nouns: bool = False
    frames: bool = False
    predicates: bool = False


TRAINED_ON = HeldOut()
