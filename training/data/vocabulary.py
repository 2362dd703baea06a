"""Builds the target vocabulary: Chinese characters, and subwords found by byte-pair encoding
(Sennrich, Haddow & Birch 2016). The merges are not stored, since text is split by longest match.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict

from product_text import Word

SPECIAL = ['<padding>', '<to-zh>', '<to-en>', '<end>', '<unknown>']
SPACE = '▁'


def is_chinese(character: str) -> bool:
    return (
        '\u2e80' <= character <= '\u9fff'
        or '\u3000' <= character <= '\u303f'
        or '\uff00' <= character <= '\uffef'
    )


def spellings(words: list[Word]) -> list[str]:
    """Words of a sentence as the target tokenizer spells them (web/text/target-tokens.ts)."""
    spelled, end = [], 0
    for text, start, word_end in words:
        spaced = (start > end or start == 0) and not is_chinese(text[0])
        spelled.append((SPACE if spaced else '') + text)
        end = word_end
    return spelled


def byte_pairs(counts: Counter[str], rounds: int, at_least: int) -> list[str]:
    words = [list(word) for word in counts]
    numbers = list(counts.values())
    pairs: Counter[tuple[str, str]] = Counter()
    where: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for index, (word, number) in enumerate(zip(words, numbers, strict=True)):
        for pair in itertools.pairwise(word):
            pairs[pair] += number
            where[pair].add(index)
    made: list[str] = []
    for _ in range(rounds):
        pair, number = max(pairs.items(), key=lambda entry: (entry[1], entry[0]))
        if number < at_least:
            break
        made.append(''.join(pair))
        for index in list(where[pair]):
            old, number = words[index], numbers[index]
            for neighbors in itertools.pairwise(old):
                pairs[neighbors] -= number
            new: list[str] = []
            at = 0
            while at < len(old):
                fits = tuple(old[at : at + 2]) == pair
                new.append(''.join(pair) if fits else old[at])
                at += 2 if fits else 1
            words[index] = new
            for neighbors in itertools.pairwise(new):
                pairs[neighbors] += number
                where[neighbors].add(index)
        del pairs[pair]
    return made


def learn_vocabulary(
    core: list[list[Word]], more: list[list[Word]], rounds: int, at_least: tuple[int, int]
) -> list[str]:
    """Returns the special tokens, every character that is frequent enough in the core or in total,
    and the subwords of the core.
    """
    words = Counter(spelled for sentence in core for spelled in spellings(sentence))
    everything = words + Counter(spelled for sentence in more for spelled in spellings(sentence))
    in_core, in_all = characters_of(words), characters_of(everything)
    kept = [
        character
        for character, number in in_all.most_common()
        if in_core[character] >= at_least[0] or (number >= at_least[1] and is_chinese(character))
    ]
    foreign = Counter({word: number for word, number in words.items() if not is_chinese(word[0])})
    return list(dict.fromkeys(SPECIAL + kept + byte_pairs(foreign, rounds, at_least[0])))


def characters_of(words: Counter[str]) -> Counter[str]:
    characters: Counter[str] = Counter()
    for word, number in words.items():
        for character in word:
            characters[character] += number
    return characters
