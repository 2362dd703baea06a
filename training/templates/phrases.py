"""Builds the phrases of a sentence from a noun, a predicate and a frame, in English and Chinese."""

from __future__ import annotations

import random

from templates.lists import (
    LIVING,
    Frame,
    Noun,
    Predicate,
)
from templates.words import (
    ADJECTIVES,
    CHINESE_PRONOUNS,
    COPULAS,
    DEGREES,
    ENDINGS,
    IRREGULAR,
    JOINTS,
    OPENINGS,
    PRONOUNS,
)


def plural(noun: str) -> str:
    if noun in IRREGULAR:
        return IRREGULAR[noun]
    if noun[-1] == 'y' and noun[-2] not in 'aeiou':
        return noun[:-1] + 'ies'
    return noun + ('es' if noun[-1] in 'sx' or noun[-2:] in ('ch', 'sh') else 's')


def gender(noun: Noun, rng: random.Random) -> str:
    """Pronoun for a noun: it, he or she; for a person of either sex, one of he and she."""
    if noun.category.startswith('man'):
        return 'he'
    if noun.category.startswith('woman'):
        return 'she'
    return rng.choice(('he', 'she')) if noun.category == 'person' else 'it'


def singular(noun: str) -> str:
    return next(
        (one for one, many in IRREGULAR.items() if many == noun),
        noun[:-1] if noun.endswith('s') else noun,
    )


def noun_phrase(
    noun: Noun, is_right: bool | None, many: bool, language: str, rng: random.Random
) -> str:
    mark = '%s' if is_right is None else '[%s]' if is_right else '<%s>'
    is_name = noun.category.endswith('name')
    if language == 'en':
        if is_name:
            return mark % noun.en
        determiner = rng.choice(
            ('the', 'the', 'the', 'my', 'these', 'our')
            if many
            else ('the', 'the', 'the', 'the', 'the', 'a', 'my', 'our', 'this')
        )
        adjective = rng.choice(ADJECTIVES)[0] + ' ' if rng.random() < 0.2 else ''
        if determiner == 'a' and (adjective or noun.en)[0] in 'aeiou':
            determiner = 'an'
        return f'{determiner} {adjective}{mark % (plural(noun.en) if many else noun.en)}'
    if is_name:
        return mark % noun.zh
    if many:
        if noun.category in LIVING[1:]:
            return mark % noun.zh + '们'
        return rng.choice(('那些', '这些', '很多')) + mark % noun.zh
    measure = '只' if noun.category == 'animal' else '个'
    determiner = rng.choice(
        ('', '', '', '', '那' + measure, '这' + measure, '一' + measure, '我的')
    )
    adjective = (
        rng.choice(ADJECTIVES)[1] if rng.random() < 0.12 and noun.category not in LIVING[1:] else ''
    )
    return determiner + adjective + mark % noun.zh


def clause(frame: Frame, language: str, first: str, second: str) -> str:
    """The frame with its nouns. A and B are placeholders: whole words in English, letters in
    Chinese.
    """
    if language == 'en':
        return ' '.join({'A': first, 'B': second}.get(word, word) for word in frame.en.split())
    return ''.join({'A': first, 'B': second}.get(letter, letter) for letter in frame.zh)


def pronoun_of(noun: Noun, sex: str, many: bool, language: str, role: str = 'subject') -> str:
    if language == 'en':
        return PRONOUNS['en', 'they' if many else sex, role]
    return CHINESE_PRONOUNS[sex] + ('们' if many else '')


def said(predicate: Predicate, pronoun: str, many: bool, language: str, rng: random.Random) -> str:
    """The predicate with its pronoun: {it} was too *soft*; {它}太*软*了."""
    if language == 'zh':
        if not predicate.is_adjective:
            return (
                f'{{{pronoun}}}{rng.choice(("", "", "", "已经", "当时", "后来"))}*{predicate.zh}*'
            )
        return f'{{{pronoun}}}' + rng.choice(DEGREES) % f'*{predicate.zh}*'
    if predicate.is_adjective:
        copula = rng.choice(COPULAS)
        words = f'{{{pronoun}}} {copula} *{predicate.en}*'
    else:
        words = f'{{{pronoun}}} *{predicate.en}*'
    return (
        words.replace(' was ', ' were ').replace('*was ', '*were ').replace(' is ', ' are ')
        if many
        else words
    )


def joined(main: str, subordinate: str, language: str, rng: random.Random) -> str:
    joint_en, joint_zh = rng.choice(JOINTS)
    if rng.random() < 0.07:
        return (
            f'because {subordinate}, {main}' if language == 'en' else f'因为{subordinate}，{main}'
        )
    return main + (joint_en if language == 'en' else joint_zh) + subordinate


def finished(marked: str, rng: random.Random) -> str:
    """Adds an opening, an ending and a full stop, at random."""
    is_chinese = any('一' <= character <= '鿿' for character in marked)
    if rng.random() < 0.25:
        marked = rng.choice(OPENINGS)[is_chinese] + marked
    if rng.random() < 0.12:
        marked += rng.choice(ENDINGS)[is_chinese]
    if rng.random() < 0.8:
        marked += '。' if is_chinese else '.'
    return marked
