"""Parses marked sentences: [the right noun] <the other noun> {the pronoun} *the deciding word*.

The natural sentences are written by hand in this notation, and the templates generate it, so that
one parser serves both.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

Span = tuple[int, int]
CLOSING = {'[': ']', '<': '>', '{': '}', '*': '*'}


@dataclass(frozen=True)
class MarkedSentence:
    language: str
    text: str
    pronoun: Span
    antecedents: list[Span]  # empty: the pronoun refers to nothing in the sentence
    others: list[Span]
    predicate: str  # '' if none is marked

    def words(self, spans: list[Span]) -> list[str]:
        return [self.text[start:end] for start, end in spans]


def read_marks(marked: str, language: str) -> MarkedSentence:
    text = ''
    spans: dict[str, list[Span]] = {mark: [] for mark in CLOSING}
    opened: dict[str, int] = {}
    for character in marked:
        if character == '*':
            if '*' in opened:
                spans['*'].append((opened.pop('*'), len(text)))
            else:
                opened['*'] = len(text)
        elif character in CLOSING:
            opened[character] = len(text)
        elif character in ']>}':
            mark = next(mark for mark, closing in CLOSING.items() if closing == character)
            spans[mark].append((opened.pop(mark), len(text)))
        else:
            text += character
    if len(spans['{']) != 1 or opened:
        raise ValueError(f'expected one pronoun and every mark closed, got: {marked}')
    predicate = ' '.join(text[start:end] for start, end in spans['*'])
    return MarkedSentence(language, text, spans['{'][0], spans['['], spans['<'], predicate)


def read_natural(path: str, language: str) -> list[MarkedSentence]:
    with Path(path).open(encoding='utf8') as lines:
        return [
            read_marks(line.strip(), language) for line in lines if line.strip() and line[0] != '#'
        ]
