"""Generates English and Chinese sentences in which the meaning decides what a pronoun refers to.

A frame names two nouns; a pronoun follows, with a predicate that fits one of them and not the
other. The right noun comes first or second equally often, so that neither the nearest nor the
first is the answer by itself.
"""

from __future__ import annotations

import random

from marks import MarkedSentence, read_marks

from templates.lists import (
    LIVING,
    TRAINED_ON,
    Frame,
    HeldOut,
    Noun,
    Predicate,
    is_held_out,
    read_frames,
    read_nouns,
    read_predicates,
)
from templates.phrases import (
    clause,
    finished,
    gender,
    joined,
    noun_phrase,
    pronoun_of,
    said,
    singular,
)
from templates.words import (
    CHINESE_PRONOUNS,
    GROUP_MEMBERS,
    OBJECT_CLAUSES,
    OUTSIDE,
    PARTS,
    SEED_NOUNS,
    SEED_PREDICATES,
    STATES,
    UNCOUNTABLE,
    WEATHER,
)

# Share of the sentences to leave out in which he, she or it already decides.
GENDER_LEFT_OUT = 0.5
# Share of the sentences that repeat the noun instead of using a pronoun; its row points to the
# earlier mention.
REPEATED = 0.08


class Templates:
    def __init__(self, natural: list[MarkedSentence]):
        """natural: the test sentences; no template combines a noun and a predicate of the same test
        sentence
        """
        self.nouns = read_nouns()
        self.predicates = read_predicates()
        self.frames = read_frames()
        self.reserved: dict[tuple[Noun, Predicate], bool] = {}
        self.natural = [
            (sentence.words(sentence.antecedents + sentence.others), sentence.predicate.lower())
            for sentence in natural
        ]

    def nouns_of(self, categories: tuple[str, ...], held: HeldOut) -> list[Noun]:
        return [
            noun
            for noun in self.nouns
            if noun.category in categories and is_held_out(noun.zh, 7) == held.nouns
        ]

    def example(
        self, rng: random.Random, language: str, held: HeldOut = TRAINED_ON
    ) -> MarkedSentence:
        """Generates one sentence. It has no antecedents if the pronoun refers to nothing."""
        while True:
            make = rng.choices(
                (
                    self.meaning,
                    self.fits,
                    self.alone,
                    self.order,
                    self.possessive,
                    self.object,
                    self.nothing,
                ),
                (70, 5, 7, 4, 5, 7, 2),
            )[0]
            marked = make(rng, language, held)
            if marked:
                return read_marks(finished(marked, rng), language)

    def frame(self, rng: random.Random, kind: str, held: HeldOut) -> Frame | None:
        frames = [
            frame
            for frame in self.frames
            if frame.kind == kind and is_held_out(frame.en + frame.kind, 6) == held.frames
        ]
        return rng.choice(frames) if frames else None

    def predicate(
        self,
        rng: random.Random,
        right: Noun,
        other: Noun | None,
        held: HeldOut,
        same_pronoun: bool = True,
    ) -> Predicate | None:
        """Draws a predicate that fits the right noun and, if both nouns take the same pronoun, not
        the other one.
        """
        fitting = [
            predicate
            for predicate in self.predicates
            if right.category in predicate.categories
            and is_held_out(predicate.en, 9) == held.predicates
            and (other is None or not same_pronoun or other.category not in predicate.categories)
        ]
        predicate = rng.choice(fitting) if fitting else None
        nouns = [right] + ([other] if other else [])
        return (
            None
            if predicate is None or any(self.is_reserved(noun, predicate) for noun in nouns)
            else predicate
        )

    def is_reserved(self, noun: Noun, predicate: Predicate) -> bool:
        """True if the pair occurs in the natural sentences or in the question of the original task
        description.
        """
        pair = noun, predicate
        if pair not in self.reserved:
            self.reserved[pair] = self.joins_reserved(noun, predicate)
        return self.reserved[pair]

    def joins_reserved(self, noun: Noun, predicate: Predicate) -> bool:

        def joins(nouns: list[str], words: str) -> bool:
            said = (predicate.en, predicate.zh)
            shares_predicate = any(words in one or one in words for one in said)
            return shares_predicate and any(
                mine in (one.lower(), singular(one.lower())) or noun.zh in one or one in noun.zh
                for one in nouns
                for mine in (noun.en.lower(),)
            )

        return any(joins(nouns, words) for nouns, words in self.natural) or any(
            joins(list(SEED_NOUNS), word) for word in SEED_PREDICATES
        )

    def meaning(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        frame = self.frame(rng, 'two', held)
        if frame is None:
            return None
        first, second = (
            rng.choice(self.nouns_of(frame.first, held)),
            rng.choice(self.nouns_of(frame.second, held)),
        )
        answer_is_first = rng.random() < 0.5
        right, other = (first, second) if answer_is_first else (second, first)
        genders = {noun.en: gender(noun, rng) for noun in (first, second)}
        if first.en == second.en:
            return None
        same_pronoun = genders[right.en] == genders[other.en]
        if not same_pronoun and rng.random() < GENDER_LEFT_OUT:
            return None
        many = (
            same_pronoun
            and rng.random() < 0.12
            and not {first.category, second.category} & UNCOUNTABLE
        )
        predicate = self.predicate(rng, right, other, held, same_pronoun)
        if predicate is None:
            return None
        main = clause(
            frame,
            language,
            noun_phrase(first, answer_is_first, many, language, rng),
            noun_phrase(second, not answer_is_first, many, language, rng),
        )
        pronoun = pronoun_of(right, genders[right.en], many, language)
        what = said(predicate, pronoun, many, language, rng)
        if held == HeldOut() and not many and rng.random() < REPEATED:
            again = right.zh if language == 'zh' else right.en
            is_name = right.category.endswith('name')
            what = what.replace(
                f'{{{pronoun}}}', f'{"" if language == "zh" or is_name else "the "}{{{again}}}'
            )
        return joined(main, what, language, rng)

    def parallel(self, rng: random.Random) -> tuple[str, str]:
        """Generates the same short sentence in English and Chinese, for translation: the cat …,
        because / so / but it was ….
        """
        while True:
            frame = self.frame(rng, 'two', HeldOut())
            first, second = (
                rng.choice(self.nouns_of(frame.first, HeldOut())),
                rng.choice(self.nouns_of(frame.second, HeldOut())),
            )
            right, other = (first, second) if rng.random() < 0.5 else (second, first)
            predicate = self.predicate(rng, right, other, HeldOut())
            if predicate is None:
                continue
            sex = gender(right, rng)
            phrases = [
                noun.en if noun.category.endswith('name') else 'the ' + noun.en
                for noun in (first, second)
            ]
            degree_en, degree_zh = rng.choice(
                (('was', '很%s'), ('was', '%s了'), ('was too', '太%s了'), ('was very', '非常%s'))
            )
            joint_en, joint_zh = rng.choice(
                (
                    (' because ', '，因为'),
                    (' because ', '，因为'),
                    (', so ', '，所以'),
                    (', but ', '，但是'),
                    (', and ', '，'),
                )
            )
            clause_en = f'{degree_en} {predicate.en}' if predicate.is_adjective else predicate.en
            clause_zh = degree_zh % predicate.zh if predicate.is_adjective else predicate.zh
            english = clause(frame, 'en', *phrases)
            chinese = clause(frame, 'zh', first.zh, second.zh)
            return (
                f'{english[0].upper()}{english[1:]}{joint_en}{sex} {clause_en}.',
                f'{chinese}{joint_zh}{CHINESE_PRONOUNS[sex]}{clause_zh}。',
            )

    def fits(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        if held.nouns or held.predicates:
            return None
        frame = self.frame(rng, 'fits', held)
        if frame is None:
            return None
        first, second = (
            rng.choice(self.nouns_of(frame.first, held)),
            rng.choice(self.nouns_of(frame.second, held)),
        )
        first_is_too_big = rng.random() < 0.5
        en, zh = (
            rng.choice((('big', '大'), ('large', '大'), ('wide', '宽'), ('thick', '厚')))
            if first_is_too_big
            else rng.choice((('small', '小'), ('narrow', '窄'), ('little', '小')))
        )
        right, other = (first, second) if first_is_too_big else (second, first)
        said_of = Predicate(en, zh, frozenset(), True)
        if right.category == other.category or any(
            self.is_reserved(noun, said_of) for noun in (right, other)
        ):
            return None
        main = clause(
            frame,
            language,
            noun_phrase(first, first_is_too_big, False, language, rng),
            noun_phrase(second, not first_is_too_big, False, language, rng),
        )
        if language == 'en':
            joint, copula = rng.choice(('because', 'since', 'as')), rng.choice(('was', 'is'))
            return f'{main} {joint} {{it}} {copula} too *{en}*'
        return f'{main}，因为{{它}}太*{zh}*了'

    def alone(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        frame = self.frame(rng, 'alone', held)
        if frame is None:
            return None
        noun = rng.choice(self.nouns_of(frame.second, held))
        many = rng.random() < 0.2 and noun.category not in UNCOUNTABLE
        predicate = self.predicate(rng, noun, None, held)
        if predicate is None:
            return None
        phrase = noun_phrase(noun, True, many, language, rng)
        main = clause(frame, language, phrase, phrase)
        return joined(
            main,
            said(
                predicate, pronoun_of(noun, gender(noun, rng), many, language), many, language, rng
            ),
            language,
            rng,
        )

    def order(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        frame = self.frame(rng, 'order', held)
        if frame is None:
            return None
        noun = rng.choice(self.nouns_of(frame.second, held))
        predicate = self.predicate(rng, noun, None, held)
        if predicate is None or not predicate.is_adjective:
            return None
        main = clause(frame, language, '', noun_phrase(noun, True, False, language, rng))
        if language == 'en':
            joint = rng.choice((' or ', ', otherwise ', ' before '))
            verb = rng.choice(('will be', 'gets', 'becomes'))
            return f'{main}{joint}{{it}} {verb} *{predicate.en}*'
        joint, verb = rng.choice(('不然', '否则', '要不然')), rng.choice(('会', '就会', '会变得很'))
        return f'{main}，{joint}{{它}}{verb}*{predicate.zh}*'

    def possessive(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        """Generates a sentence that names a part (the cat sat on the mat, and its tail …) or a
        possession (the girl broke her toy).
        """
        frame = self.frame(rng, 'two', held)
        if frame is None:
            return None
        first, second = (
            rng.choice(self.nouns_of(frame.first, held)),
            rng.choice(self.nouns_of(frame.second, held)),
        )
        if first.category in LIVING[1:] and second.category in GROUP_MEMBERS['things']:
            owner = pronoun_of(first, gender(first, rng), False, language, 'possessive')
            thing = f'{{{owner}}} {second.en}' if language == 'en' else f'{{{owner}}}的{second.zh}'
            return clause(frame, language, noun_phrase(first, True, False, language, rng), thing)
        right_is_first = rng.random() < 0.5
        right, other = (first, second) if right_is_first else (second, first)
        parts = [
            part
            for part in PARTS.get(right.category, ())
            if part not in PARTS.get(other.category, ())
        ]
        if not parts:
            return None
        (part_en, part_zh), (state_en, state_zh) = rng.choice(parts), rng.choice(STATES)
        main = clause(
            frame,
            language,
            noun_phrase(first, right_is_first, False, language, rng),
            noun_phrase(second, not right_is_first, False, language, rng),
        )
        if language == 'en':
            joint = rng.choice((', and ', ' because ', ', but '))
            copula = 'were' if part_en[-1] == 's' else 'was'
            return f'{main}{joint}{{its}} {part_en} {copula} {state_en}'
        return f'{main}，{rng.choice(("因为", "可是", "而且"))}{{它}}的{part_zh}{state_zh}'

    def object(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        firsts, seconds, en, zh = rng.choice(OBJECT_CLAUSES)

        def expand(names):
            return tuple(
                category for name in names for category in GROUP_MEMBERS.get(name, (name,))
            )

        frame = self.frame(rng, 'two', held)
        if frame is None:
            return None
        first_categories = tuple(category for category in frame.first if category in expand(firsts))
        second_categories = tuple(
            category for category in frame.second if category in expand(seconds)
        )
        if not first_categories or not second_categories:
            return None
        first, second = (
            rng.choice(self.nouns_of(first_categories, held)),
            rng.choice(self.nouns_of(second_categories, held)),
        )
        many = rng.random() < 0.15 and second.category not in UNCOUNTABLE
        main = clause(
            frame,
            language,
            noun_phrase(first, False, False, language, rng),
            noun_phrase(second, True, many, language, rng),
        )
        pronoun = pronoun_of(second, 'it', many, language, 'object')
        return f'{main} {en % pronoun}' if language == 'en' else main + zh % pronoun

    def nothing(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        """Generates a sentence whose pronoun refers to nothing (weather, time), or to something
        outside it.
        """
        frame = self.frame(rng, 'two', held)
        if frame is None:
            return None
        first, second = (
            rng.choice(self.nouns_of(frame.first, held)),
            rng.choice(self.nouns_of(frame.second, held)),
        )
        main = clause(
            frame,
            language,
            noun_phrase(first, None, False, language, rng),
            noun_phrase(second, None, False, language, rng),
        )
        if language == 'en':
            weather = rng.choice(WEATHER)
            return rng.choice(
                (
                    f'{{it}} {weather}, so {main}',
                    f'{main} because {{it}} {weather}',
                    f'when {{it}} {weather}, {main}',
                )
            )
        return rng.choice(OUTSIDE).replace('%', main)
