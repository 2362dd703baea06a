"""Reads public datasets with pronouns: GAP (Webster et al. 2018), WinoBias (Zhao et al. 2018),
WinoGrande (Sakaguchi et al. 2020).
"""

from __future__ import annotations

import csv
import json
import re
import zlib
from pathlib import Path

from marks import MarkedSentence, Span

PRONOUNS = {'he', 'she', 'him', 'her', 'his', 'hers', 'they', 'them', 'their', 'it', 'its'}


def read_gap(path: str) -> list[MarkedSentence]:
    sentences = []
    with Path(path).open(encoding='utf8', newline='') as file:
        for row in csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE):
            text = row['Text']
            start = int(row['Pronoun-offset'])
            names = {
                name: (int(row[f'{name}-offset']), int(row[f'{name}-offset']) + len(row[name]))
                for name in 'AB'
            }
            right = [name for name in 'AB' if row[f'{name}-coref'].upper() == 'TRUE']
            if not right:
                continue
            # Every repetition of the right noun counts as right.
            spans = [match.span() for match in re.finditer(re.escape(row[right[0]]), text)]
            others = [names[name] for name in 'AB' if name not in right]
            sentences.append(
                MarkedSentence('en', text, (start, start + len(row['Pronoun'])), spans, others, '')
            )
    return sentences


def span_of(text: str, start: int) -> Span:
    return start, start + len(text)


def last_word(span: Span, text: str) -> Span:
    """Last word of a phrase such as "the construction worker", which represents the phrase."""
    return span[1] - len(text.split()[-1]), span[1]


def read_candidates(path: str) -> list[MarkedSentence]:
    """Reads KnowRef (Emami et al. 2019): a pronoun, two candidates with their positions, and the
    right one.
    """
    sentences = []
    with Path(path).open(encoding='utf8', newline='') as file:
        for row in csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE):
            pronoun = span_of(row['pronoun'], int(row['pronoun_start']))
            spans = {
                name: last_word(span_of(row[name], int(row[f'{name}_start'])), row[name])
                for name in 'AB'
            }
            other = 'B' if row['answer'] == 'A' else 'A'
            sentences.append(
                MarkedSentence(
                    'en',
                    row['text'],
                    pronoun,
                    [spans[row['answer']]],
                    [spans[other]],
                    '',
                )
            )
    return sentences


def read_winobias(paths: list[str]) -> list[MarkedSentence]:
    raw = []
    for path in paths:
        with Path(path).open(encoding='utf8') as lines:
            for line in lines:
                numbered = line.strip().split(' ', 1)[1]
                text, spans, start = '', [], 0
                for character in numbered:
                    if character == '[':
                        start = len(text)
                    elif character == ']':
                        spans.append((start, len(text)))
                    else:
                        text += character
                marked = [text[slice(*span)].lower() for span in spans]
                pronoun = next(
                    (span for span, word in zip(spans, marked, strict=True) if word in PRONOUNS),
                    None,
                )
                noun = next((span for span in spans if span != pronoun), None)
                if pronoun and noun:
                    # The last word represents the noun phrase "the construction worker".
                    raw.append(
                        (text, pronoun, (noun[1] - len(text[slice(*noun)].split()[-1]), noun[1]))
                    )
    occupations = {text[slice(*noun)].lower() for text, _, noun in raw}
    return [
        MarkedSentence(
            'en',
            text,
            pronoun,
            [noun],
            [
                match.span()
                for match in re.finditer(r'\w+', text)
                if match[0].lower() in occupations and match.span() not in (noun, pronoun)
            ],
            '',
        )
        for text, pronoun, noun in raw
    ]


def mentions(noun: str, text: str) -> list[Span]:
    pattern = rf'\b{re.escape(noun.split()[-1])}\b'
    return [match.span() for match in re.finditer(pattern, text)]


def read_winogrande(path: str) -> list[MarkedSentence]:
    """Reads sentences whose gap is filled with a pronoun that fits both nouns."""
    sentences = []
    with Path(path).open(encoding='utf8') as lines:
        for line in lines:
            entry = json.loads(line)
            answer, other = (
                entry['option' + entry['answer']],
                entry['option' + ('2' if entry['answer'] == '1' else '1')],
            )
            gap = re.search(r"(?:\b[Tt]he )?_('s)?", entry['sentence'])
            if gap is None:
                continue
            if answer[0].isupper():
                sex = zlib.crc32(line.encode()) % 2
                pronoun = (('his', 'her') if gap[1] else ('he', 'she'))[sex]
            else:
                pronoun = 'they' if answer.endswith('s') and not answer.endswith('ss') else 'it'
            text = entry['sentence'][: gap.start()] + pronoun + entry['sentence'][gap.end() :]
            right, wrong = (
                [span for span in mentions(noun, text) if span[0] != gap.start()]
                for noun in (answer, other)
            )
            if right and wrong:
                sentences.append(
                    MarkedSentence(
                        'en', text, (gap.start(), gap.start() + len(pronoun)), right, wrong, ''
                    )
                )
    return sentences
