"""Sentences that name several things, with the kind of each: what the meaning head is to find by itself."""
from __future__ import annotations

import random
import re
from dataclasses import dataclass

from templates.generate import HeldOut, Templates, clause, noun_phrase
from templates.lists import LIVING

KINDS = {**{category: 'person' for category in LIVING[1:]}}  # all people are of one kind
LISTS = {
    'en': ('%s', 'we saw %s', 'I like %s', 'there are %s here', '%s are in the picture', 'she drew %s', 'do you have %s', 'he told us about %s.'),
    'zh': ('%s', '我们看见了%s', '我喜欢%s', '这里有%s', '%s都在画里', '她画了%s', '你有%s吗', '他跟我们说起%s。'),
}  # yapf: disable
JOINTS = {'en': (', ', ' and '), 'zh': ('、', '和', '，')}


@dataclass(frozen=True)
class KindsSentence:
    language: str
    text: str
    nouns: list[tuple[int, int, str]]  # start, end, kind


def kind_of(category: str) -> str:
    return KINDS.get(category, category)


def sentence_of_kinds(templates: Templates, rng: random.Random, language: str, held: HeldOut = HeldOut()) -> KindsSentence:
    """Half of them lists of four to eight nouns of two to four kinds, half a clause with two nouns."""
    if rng.random() < 0.5:
        frame = templates.frame(rng, 'two', held)
        if frame:
            nouns = [rng.choice(templates.nouns_of(frame.first, held)), rng.choice(templates.nouns_of(frame.second, held))]
            phrases = [noun_phrase(noun, True, False, language, rng) for noun in nouns]
            return with_kinds(clause(frame, language, *phrases), language, {noun.en: noun.category for noun in nouns} | {noun.zh: noun.category for noun in nouns})
    categories = rng.sample(sorted({noun.category for noun in templates.nouns}), rng.randint(2, 4))
    nouns = [rng.choice(templates.nouns_of((rng.choice(categories),), held)) for _ in range(rng.randint(4, 8))]
    joint = rng.choice(JOINTS[language])
    listed = joint.join(noun_phrase(noun, True, False, language, rng) for noun in dict.fromkeys(nouns))
    return with_kinds(rng.choice(LISTS[language]) % listed, language, {noun.en: noun.category for noun in nouns} | {noun.zh: noun.category for noun in nouns})


def with_kinds(marked: str, language: str, categories: dict[str, str]) -> KindsSentence:
    text, nouns = '', []
    for piece in re.split(r'(\[[^\]]*\])', marked):
        if piece.startswith('['):
            noun = piece[1:-1]
            nouns.append((len(text), len(text) + len(noun), kind_of(categories[noun])))
            text += noun
        else:
            text += piece
    return KindsSentence(language, text, nouns)
