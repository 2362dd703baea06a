"""Dependency trees (CoNLL-U), mapped onto the words that the page shows."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

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
    """Texts and their tokens with offsets; the parts of a contraction (don't) share its
    position.
    """
    with Path(path).open(encoding='utf8') as lines:
        blocks = lines.read().strip().split('\n\n')
    return [sentence for sentence in map(read_block, blocks) if sentence]


def read_block(block: str) -> tuple[str, list[Token]] | None:
    text = ''
    tokens: list[Token] = []
    position = 0
    contracted = (0, (0, 0))  # number of the last part, and the position that the parts share
    for line in block.split('\n'):
        if line.startswith('# text ='):
            text = line.split('=', 1)[1].strip()
        if line.startswith('#'):
            continue
        number, form, _, tag, _, _, head = line.split('\t')[:7]
        if '.' in number:
            continue
        is_part = '-' not in number and int(number) <= contracted[0]
        if is_part:
            start, end = contracted[1]
        else:
            start = text.find(form, position)
            if start < 0:
                return None
            end = position = start + len(form)
        if '-' in number:
            contracted = (int(number.split('-')[1]), (start, end))
        else:
            tokens.append(Token(start, end, int(head) - 1, tag))
    return text, tokens


def onto_words(text: str, tokens: list[Token], words: list[Word]) -> Tree | None:
    """Heads of words. A word of several tokens takes the head of the token that points outside
    it. If a token spans several words, the last of them represents it and heads the others.
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
    """Traditional Chinese converted to simplified characters one by one (OpenCC)."""
    done = subprocess.run(
        ['opencc', '-c', 't2s.json'],
        input='\n'.join(texts).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout.decode().rstrip('\n').split('\n')


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
