"""Reads dependency trees (CoNLL-U) and maps them onto the words that the page shows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import conllu
from opencc import OpenCC
from product_text import Word, covering, is_plain, segment

ROOT, UNKNOWN_HEAD = -1, -2


@dataclass
class Tree:
    text: str
    words: list[str]
    heads: list[int]  # head of each word, by index; the root is its own head; or UNKNOWN_HEAD
    tags: list[str]  # universal part of speech


@dataclass
class Token:
    start: int
    end: int
    head: int  # index of a token, or ROOT, or UNKNOWN_HEAD
    tag: str


def read_conllu(path: str) -> list[tuple[str, list[Token]]]:
    """Reads texts and their tokens with offsets; the parts of a contraction (don't) share its
    position.
    """
    with Path(path).open(encoding='utf8') as file:
        placed = [(each.metadata['text'], in_text(each)) for each in conllu.parse_incr(file)]
    return [(text, tokens) for text, tokens in placed if tokens is not None]


def in_text(sentence: conllu.TokenList) -> list[Token] | None:
    """Tokens with their offsets; None if a form is not found in the text."""
    text = sentence.metadata['text']
    tokens: list[Token] = []
    position = 0
    last_part, span = 0, (0, 0)  # of a contraction: the number of its last part, and its position
    for token in sentence:
        number = token['id']
        is_contraction = isinstance(number, tuple) and number[1] == '-'
        if isinstance(number, tuple) and not is_contraction:
            continue  # an empty node
        if is_contraction or number > last_part:
            start = text.find(token['form'], position)
            if start < 0:
                return None
            position = start + len(token['form'])
            span = (start, position)
        if is_contraction:
            last_part = number[2]
        else:
            tokens.append(Token(*span, token['head'] - 1, token['upos']))
    return tokens


def onto_words(text: str, tokens: list[Token], words: list[Word]) -> Tree | None:
    """Maps the heads of tokens to words. A word of several tokens takes the head of the token that
    points outside it. If a token spans several words, the last of them represents it and is the
    head of the others.
    """
    home = [covering(words, (token.start, token.end)) for token in tokens]
    if not all(home):
        return None
    at_home: list[list[int]] = [[] for _ in words]
    for index, touched in enumerate(home):
        at_home[touched[-1]].append(index)
    heads, tags = [], []
    for word, inside in enumerate(at_home):
        if inside:
            leads_out = [
                index
                for index in inside
                if tokens[index].head < 0 or home[tokens[index].head][-1] != word
            ]
            top = next(
                (index for index in leads_out if tokens[index].head == ROOT),
                max(leads_out, key=lambda index: tokens[index].head >= 0, default=inside[0]),
            )
            head = tokens[top].head
            heads.append(home[head][-1] if head >= 0 else word if head == ROOT else UNKNOWN_HEAD)
            tags.append(tokens[top].tag)
        else:
            whole = next((index for index, touched in enumerate(home) if word in touched), None)
            if whole is None:
                return None
            heads.append(home[whole][-1])
            tags.append(tokens[whole].tag)
    return Tree(text, [word for word, _, _ in words], heads, tags)


def simplified(texts: list[str]) -> list[str]:
    """Converts traditional Chinese texts to simplified characters."""
    convert = OpenCC('t2s').convert
    return [convert(text) for text in texts]


def read_trees(path: str, traditional: bool = False) -> list[Tree]:
    return trees_of(read_conllu(path), traditional)


def trees_of(sentences: list[tuple[str, list[Token]]], traditional: bool) -> list[Tree]:
    sentences = [(text, tokens) for text, tokens in sentences if is_plain(text)]
    texts = [text for text, _ in sentences]
    shown = simplified(texts) if traditional else texts
    same_length = [len(before) == len(after) for before, after in zip(texts, shown, strict=True)]
    trees = [
        onto_words(text, tokens, words)
        for text, (_, tokens), words in zip(shown, sentences, segment(shown), strict=True)
    ]
    return [
        tree
        for tree, aligned in zip(trees, same_length, strict=True)
        if tree and aligned and len(tree.words) >= 2
    ]
