"""Reads the sentence pairs of Tatoeba, split so that no paraphrase of a test sentence is used for
training.
"""

from __future__ import annotations

import csv
import zlib
from dataclasses import dataclass
from pathlib import Path

from product_text import Word, is_plain, segment

MAX_WORDS = 22  # maximum number of words of either sentence
ONE_IN = 50  # one in so many groups is held out
QUOTES = str.maketrans({'’': "'", '‘': "'", '“': '"', '”': '"'})


@dataclass
class Pair:
    en: str
    zh: str
    en_words: list[Word]
    zh_words: list[Word]


def bare(text: str) -> str:
    """Letters and digits of a text, for comparing spellings of the same sentence."""
    return ''.join(character for character in text.lower() if character.isalnum())


def read_tatoeba(path: Path, kept_out: list[str]) -> list[tuple[str, str]]:
    """Reads pairs (English, Chinese), without those that have a held-out side."""
    out = {bare(text) for text in kept_out}
    with Path(path).open(encoding='utf8', newline='') as file:
        rows = [
            (en.strip().translate(QUOTES), zh.strip().replace(' ', ''))
            for zh, en in list(csv.reader(file))[1:]
        ]
    pairs = {(bare(en), bare(zh)): (en, zh) for en, zh in rows if is_plain(en + zh)}
    return [
        pair for (en, zh), pair in pairs.items() if en and zh and en not in out and zh not in out
    ]


def groups_of(pairs: list[tuple[str, str]]) -> list[int]:
    """Group of each pair: the sentences connected to it by translations, by translations of those,
    and so on.
    """
    parent: dict[str, str] = {}

    def find(sentence: str) -> str:
        parent.setdefault(sentence, sentence)
        while parent[sentence] != sentence:
            parent[sentence] = parent[parent[sentence]]
            sentence = parent[sentence]
        return sentence

    for en, zh in pairs:
        parent[find('e' + bare(en))] = find('z' + bare(zh))
    return [zlib.crc32(find('e' + bare(en)).encode()) for en, _ in pairs]


def with_words(pairs: list[tuple[str, str]]) -> list[Pair]:
    """Pairs of at most MAX_WORDS words, tokenized as in the product."""
    english, chinese = segment([en for en, _ in pairs]), segment([zh for _, zh in pairs])
    made = [
        Pair(en, zh, en_words, zh_words)
        for (en, zh), en_words, zh_words in zip(pairs, english, chinese, strict=True)
    ]
    return [
        pair
        for pair in made
        if 1 <= len(pair.en_words) <= MAX_WORDS and 1 <= len(pair.zh_words) <= MAX_WORDS
    ]


def split_pairs(
    pairs: list[tuple[str, str]],
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Splits pairs into those for training and those for testing."""
    held = [group % ONE_IN == 0 for group in groups_of(pairs)]
    return [pair for pair, out in zip(pairs, held, strict=True) if not out], [
        pair for pair, out in zip(pairs, held, strict=True) if out
    ]
