"""The pieces of the target side: Chinese characters, and pieces of words found by byte-pair encoding
(Sennrich, Haddow & Birch 2016), of which only the pieces are kept; text is cut by the longest that fits."""
from __future__ import annotations

from collections import Counter, defaultdict

from product_text import Word

SPECIAL = ['<padding>', '<to-zh>', '<to-en>', '<end>', '<unknown>']
SPACE = '▁'


def is_chinese(character: str) -> bool:
    return '\u2e80' <= character <= '\u9fff' or '\u3000' <= character <= '\u303f' or '\uff00' <= character <= '\uffef'


def spellings(words: list[Word]) -> list[str]:
    """The words of a sentence as they are spelled to the encoder of pieces; see web/text/target-pieces.ts."""
    spelled, end = [], 0
    for text, start, word_end in words:
        spaced = (start > end or start == 0) and not is_chinese(text[0])
        spelled.append((SPACE if spaced else '') + text.lower())
        end = word_end
    return spelled


def byte_pairs(counts: Counter[str], merges: int, at_least: int) -> list[str]:
    words = [list(word) for word in counts]
    numbers = list(counts.values())
    pairs: Counter[tuple[str, str]] = Counter()
    where: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for index, (word, number) in enumerate(zip(words, numbers)):
        for pair in zip(word, word[1:]):
            pairs[pair] += number
            where[pair].add(index)
    made: list[str] = []
    for _ in range(merges):
        pair, number = max(pairs.items(), key=lambda entry: (entry[1], entry[0]))
        if number < at_least:
            break
        made.append(''.join(pair))
        for index in list(where[pair]):
            old, number = words[index], numbers[index]
            for neighbours in zip(old, old[1:]):
                pairs[neighbours] -= number
            new: list[str] = []
            at = 0
            while at < len(old):
                joins = tuple(old[at:at + 2]) == pair
                new.append(''.join(pair) if joins else old[at])
                at += 2 if joins else 1
            words[index] = new
            for neighbours in zip(new, new[1:]):
                pairs[neighbours] += number
                where[neighbours].add(index)
        del pairs[pair]
    return made


def learn_vocabulary(sentences: list[list[Word]], merges: int, at_least: int) -> list[str]:
    """The special pieces, every character seen often enough, and the merged pieces."""
    words = Counter(spelled for sentence in sentences for spelled in spellings(sentence))
    characters: Counter[str] = Counter()
    for word, number in words.items():
        for character in word:
            characters[character] += number
    foreign = Counter({word: number for word, number in words.items() if not is_chinese(word[0])})
    kept = [character for character, number in characters.most_common() if number >= at_least]
    return SPECIAL + kept + byte_pairs(foreign, merges, at_least)
