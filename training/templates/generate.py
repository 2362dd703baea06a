"""Sentences in which the meaning decides what a pronoun refers to, in English and Chinese.

A frame names two nouns; a predicate that can be said of one of them and not of the other follows a pronoun. The right
noun stands first or second equally often, so that neither the nearest nor the first is the answer by itself.
"""
from __future__ import annotations

import random
from dataclasses import dataclass

from marks import MarkedSentence, read_marks
from templates.lists import LIVING, Frame, Noun, Predicate, is_held_out, read_frames, read_nouns, read_predicates

# The question of the source documents: what no template joins.
SEED_NOUNS = ('cat', 'mat', '猫', '垫子')
SEED_PREDICATES = ('tired', 'soft', '累', '软')

# The share left out of the sentences in which he, she or it decides already.
GENDER_LEFT_OUT = 0.5

UNCOUNTABLE = {'food', 'drink', 'plant', 'man-name', 'woman-name'}
IRREGULAR = {
    'mouse': 'mice', 'goose': 'geese', 'sheep': 'sheep', 'deer': 'deer', 'knife': 'knives', 'shelf': 'shelves', 'wolf': 'wolves',
    'man': 'men', 'woman': 'women', 'policeman': 'policemen', 'wife': 'wives', 'child': 'children', 'fish': 'fish', 'ox': 'oxen',
    'bookshelf': 'bookshelves', 'scarf': 'scarves', 'calf': 'calves', 'thief': 'thieves', 'policewoman': 'policewomen',
}  # yapf: disable
ADJECTIVES = (('big', '大'), ('small', '小'), ('black', '黑色的'), ('white', '白色的'), ('little', '小'), ('brown', '棕色的'), ('red', '红色的'),
              ('old', '老旧的'), ('beautiful', '漂亮的'), ('strange', '奇怪的'))
OPENINGS = (('yesterday ', '昨天'), ('this morning ', '今天早上'), ('i think that ', '我觉得'), ('last night ', '昨天晚上'), ('we saw that ', '我们看见'),
            ('one day ', '有一天，'), ('everyone says that ', '大家都说'), ('it rained all day, and ', '下了一天雨，'), ('in the end ', '最后'))
ENDINGS = ((' today', ''), (' again', ''), (', and everyone knew that', '，大家都知道'), (' that day', ''), (', i think', '，我想'))
# Conjunctions with a subordinate clause, and those that join two main clauses.
JOINTS = ((' because ', '，因为'), (' because ', '，因为'), (' because ', '因为'), (' since ', '，由于'), (' as ', '，因为'), (', so ', '，所以'), (', but ', '，但是'),
          (', but ', '，可是'), (' although ', '，虽然'), (' although ', '，尽管'), (', and ', '，'), (' and then ', '，然后'), (' when ', '的时候，'),
          (' while ', '，同时'), (' until ', '，直到'), ('. ', '。'), ('. then ', '。后来'), ('; ', '；'), (' even though ', '，不过'), (', for ', '，只因为'))
COPULAS = ('was', 'was', 'was', 'is', 'looked', 'seemed', 'was very', 'was too', 'was so', 'got', 'became', 'was not', 'was no longer', 'had been',
           'was always', 'was already', 'was still', 'was quite')
DEGREES = ('太%s了', '太%s了', '很%s', '很%s', '非常%s', '看起来很%s', '有点%s', '特别%s', '%s了', '不%s', '变得很%s', '已经%s了', '不太%s', '总是很%s', '还很%s',
           '%s得很', '十分%s', '真%s', '%s极了', '%s')
PARTS = {
    'animal': (('tail', '尾巴'), ('head', '头'), ('ears', '耳朵'), ('legs', '腿'), ('fur', '毛')),
    'surface': (('legs', '腿'), ('surface', '表面')),
    'container': (('lid', '盖子'), ('bottom', '底')),
    'vehicle': (('engine', '发动机'), ('wheels', '轮子'), ('brakes', '刹车')),
    'place': (('roof', '屋顶'), ('walls', '墙'), ('entrance', '入口'), ('lights', '灯光')),
    'clothes': (('sleeves', '袖子'), ('buttons', '扣子')),
    'device': (('battery', '电池'), ('buttons', '按钮')),
    'plant': (('leaves', '叶子'), ('roots', '根')),
}
STATES = (('big', '很大'), ('dirty', '很脏'), ('old', '很旧'), ('strong', '很结实'), ('in bad shape', '不好'), ('gone', '没了'), ('beautiful', '很漂亮'))
# Where the pronoun is the object: (first noun, second noun, English, Chinese).
OBJECT_CLAUSES = (
    (('people',), ('food',), 'and ate {%s}', '，然后把{%s}吃了'),
    (('people',), ('food', 'drink'), 'but did not want {%s}', '，但是不想要{%s}'),
    (('people',), ('animal',), 'and took care of {%s}', '，一直照顾{%s}'),
    (('people',), ('animal',), 'because everyone loved {%s}', '，因为大家都喜欢{%s}'),
    (('people',), ('things',), 'and gave {%s} to me', '，然后把{%s}给了我'),
    (('people',), ('things',), 'because nobody used {%s}', '，因为没有人用{%s}'),
    (('people',), ('things',), 'and put {%s} away', '，然后把{%s}收好'),
    (('animal',), ('food',), 'and ate {%s} up', '，然后把{%s}吃光了'),
    (('animal',), ('food',), 'but could not swallow {%s}', '，但是咽不下{%s}'),
    (('animal',), ('object', 'clothes'), 'and carried {%s} around', '，叼着{%s}到处走'),
    (('animal',), ('object', 'device'), 'because somebody had thrown {%s} away', '，因为有人把{%s}扔了'),
)  # yapf: disable
GROUP_MEMBERS = {'people': LIVING[1:], 'things': ('surface', 'object', 'clothes', 'device', 'container', 'vehicle')}


@dataclass(frozen=True)
class HeldOut:
    """Which kinds of entries come from the part that training never sees."""
    nouns: bool = False
    frames: bool = False
    predicates: bool = False


def plural(noun: str) -> str:
    if noun in IRREGULAR:
        return IRREGULAR[noun]
    if noun[-1] == 'y' and noun[-2] not in 'aeiou':
        return noun[:-1] + 'ies'
    return noun + ('es' if noun[-1] in 'sx' or noun[-2:] in ('ch', 'sh') else 's')


def gender(noun: Noun, rng: random.Random) -> str:
    """Which pronoun a noun takes: it, he or she; a person of either sex takes one of the two."""
    if noun.category.startswith('man'):
        return 'he'
    if noun.category.startswith('woman'):
        return 'she'
    return rng.choice(('he', 'she')) if noun.category == 'person' else 'it'


PRONOUNS = {
    ('en', 'it', 'subject'): 'it', ('en', 'he', 'subject'): 'he', ('en', 'she', 'subject'): 'she', ('en', 'they', 'subject'): 'they',
    ('en', 'it', 'object'): 'it', ('en', 'he', 'object'): 'him', ('en', 'she', 'object'): 'her', ('en', 'they', 'object'): 'them',
    ('en', 'it', 'possessive'): 'its', ('en', 'he', 'possessive'): 'his', ('en', 'she', 'possessive'): 'her', ('en', 'they', 'possessive'): 'their',
}  # yapf: disable
CHINESE_PRONOUNS = {'it': '它', 'he': '他', 'she': '她'}


class Templates:

    def __init__(self, natural: list[MarkedSentence]):
        """natural: the sentences to be measured on; no template shares a noun and a predicate with them."""
        self.nouns = read_nouns()
        self.predicates = read_predicates()
        self.frames = read_frames()
        self.natural = [(sentence.words(sentence.antecedents + sentence.others), sentence.predicate.lower()) for sentence in natural]

    def nouns_of(self, categories: tuple[str, ...], held: HeldOut) -> list[Noun]:
        return [noun for noun in self.nouns if noun.category in categories and is_held_out(noun.zh, 7) == held.nouns]

    def example(self, rng: random.Random, language: str, held: HeldOut = HeldOut()) -> MarkedSentence:
        """One sentence; its antecedents are empty where the pronoun stands for nothing."""
        while True:
            make = rng.choices((self.meaning, self.fits, self.alone, self.order, self.possessive, self.object, self.nothing), (70, 5, 7, 4, 5, 7, 2))[0]
            marked = make(rng, language, held)
            if marked:
                return read_marks(finished(marked, rng), language)

    def frame(self, rng: random.Random, kind: str, held: HeldOut) -> Frame | None:
        frames = [frame for frame in self.frames if frame.kind == kind and is_held_out(frame.en + frame.kind, 6) == held.frames]
        return rng.choice(frames) if frames else None

    def predicate(self, rng: random.Random, right: Noun, other: Noun | None, held: HeldOut, same_pronoun: bool = True) -> Predicate | None:
        """Something that can be said of the right noun and, where the pronoun is the same, not of the other."""
        fitting = [
            predicate for predicate in self.predicates
            if right.category in predicate.categories and is_held_out(predicate.en, 9) == held.predicates and
            (other is None or not same_pronoun or other.category not in predicate.categories)
        ]
        predicate = rng.choice(fitting) if fitting else None
        nouns = [right] + ([other] if other else [])
        return None if predicate is None or any(self.is_reserved(noun, predicate) for noun in nouns) else predicate

    def is_reserved(self, noun: Noun, predicate: Predicate) -> bool:
        """Whether the pair belongs to the natural sentences or to the question of the source documents."""

        def joins(nouns: list[str], words: str) -> bool:
            said = (predicate.en, predicate.zh)
            shares_predicate = any(words in one or one in words for one in said)
            return shares_predicate and any(mine in (one.lower(), singular(one.lower())) or noun.zh in one or one in noun.zh
                                            for one in nouns
                                            for mine in (noun.en.lower(),))

        return any(joins(nouns, words) for nouns, words in self.natural) or any(joins(list(SEED_NOUNS), word) for word in SEED_PREDICATES)

    def meaning(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        frame = self.frame(rng, 'two', held)
        if frame is None:
            return None
        first, second = rng.choice(self.nouns_of(frame.first, held)), rng.choice(self.nouns_of(frame.second, held))
        answer_is_first = rng.random() < 0.5
        right, other = (first, second) if answer_is_first else (second, first)
        genders = {noun.en: gender(noun, rng) for noun in (first, second)}
        if first.en == second.en:
            return None
        same_pronoun = genders[right.en] == genders[other.en]
        if not same_pronoun and rng.random() < GENDER_LEFT_OUT:
            return None
        many = same_pronoun and rng.random() < 0.12 and not {first.category, second.category} & UNCOUNTABLE
        predicate = self.predicate(rng, right, other, held, same_pronoun)
        if predicate is None:
            return None
        main = clause(frame, language, noun_phrase(first, answer_is_first, many, language, rng), noun_phrase(second, not answer_is_first, many, language, rng))
        pronoun = pronoun_of(right, genders[right.en], many, language)
        return joined(main, said(predicate, pronoun, many, language, rng), language, rng)

    def parallel(self, rng: random.Random) -> tuple[str, str]:
        """The same short sentence in English and Chinese, for translation: the cat …, because / so / but it was …."""
        while True:
            frame = self.frame(rng, 'two', HeldOut())
            first, second = rng.choice(self.nouns_of(frame.first, HeldOut())), rng.choice(self.nouns_of(frame.second, HeldOut()))
            right, other = (first, second) if rng.random() < 0.5 else (second, first)
            predicate = self.predicate(rng, right, other, HeldOut())
            if predicate is None:
                continue
            sex = gender(right, rng)
            phrases = [noun.en if noun.category.endswith('name') else 'the ' + noun.en for noun in (first, second)]
            degree_en, degree_zh = rng.choice((('was', '很%s'), ('was', '%s了'), ('was too', '太%s了'), ('was very', '非常%s')))
            joint_en, joint_zh = rng.choice(((' because ', '，因为'), (' because ', '，因为'), (', so ', '，所以'), (', but ', '，但是'), (', and ', '，')))
            end_en, end_zh = rng.choice((('.', '。'), ('.', '。'), ('', '')))
            clause_en = f'{degree_en} {predicate.en}' if predicate.is_adjective else predicate.en
            clause_zh = degree_zh % predicate.zh if predicate.is_adjective else predicate.zh
            return (f'{clause(frame, "en", *phrases)}{joint_en}{sex} {clause_en}{end_en}',
                    f'{clause(frame, "zh", first.zh, second.zh)}{joint_zh}{CHINESE_PRONOUNS[sex]}{clause_zh}{end_zh}')

    def fits(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        if held.nouns or held.predicates:
            return None
        frame = self.frame(rng, 'fits', held)
        if frame is None:
            return None
        first, second = rng.choice(self.nouns_of(frame.first, held)), rng.choice(self.nouns_of(frame.second, held))
        first_is_too_big = rng.random() < 0.5
        en, zh = rng.choice((('big', '大'), ('large', '大'), ('wide', '宽'), ('thick', '厚'))) if first_is_too_big else rng.choice(
            (('small', '小'), ('narrow', '窄'), ('little', '小')))
        right, other = (first, second) if first_is_too_big else (second, first)
        said_of = Predicate(en, zh, frozenset(), True)
        if right.category == other.category or any(self.is_reserved(noun, said_of) for noun in (right, other)):
            return None
        main = clause(frame, language, noun_phrase(first, first_is_too_big, False, language, rng),
                      noun_phrase(second, not first_is_too_big, False, language, rng))
        if language == 'en':
            return f'{main} {rng.choice(("because", "since", "as"))} {{it}} {rng.choice(("was", "is"))} too *{en}*'
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
        return joined(main, said(predicate, pronoun_of(noun, gender(noun, rng), many, language), many, language, rng), language, rng)

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
            return f'{main}{rng.choice((" or ", ", otherwise ", " before "))}{{it}} {rng.choice(("will be", "gets", "becomes"))} *{predicate.en}*'
        return f'{main}，{rng.choice(("不然", "否则", "要不然"))}{{它}}{rng.choice(("会", "就会", "会变得很"))}*{predicate.zh}*'

    def possessive(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        """Either its part is named (the cat sat on the mat, and its tail …), or what it owns (the girl broke her toy)."""
        frame = self.frame(rng, 'two', held)
        if frame is None:
            return None
        first, second = rng.choice(self.nouns_of(frame.first, held)), rng.choice(self.nouns_of(frame.second, held))
        if first.category in LIVING[1:] and second.category in GROUP_MEMBERS['things']:
            owner = pronoun_of(first, gender(first, rng), False, language, 'possessive')
            thing = f'{{{owner}}} {second.en}' if language == 'en' else f'{{{owner}}}的{second.zh}'
            return clause(frame, language, noun_phrase(first, True, False, language, rng), thing)
        right_is_first = rng.random() < 0.5
        right, other = (first, second) if right_is_first else (second, first)
        parts = [part for part in PARTS.get(right.category, ()) if part not in PARTS.get(other.category, ())]
        if not parts:
            return None
        (part_en, part_zh), (state_en, state_zh) = rng.choice(parts), rng.choice(STATES)
        main = clause(frame, language, noun_phrase(first, right_is_first, False, language, rng),
                      noun_phrase(second, not right_is_first, False, language, rng))
        if language == 'en':
            return f'{main}{rng.choice((", and ", " because ", ", but "))}{{its}} {part_en} {"were" if part_en[-1] == "s" else "was"} {state_en}'
        return f'{main}，{rng.choice(("因为", "可是", "而且"))}{{它}}的{part_zh}{state_zh}'

    def object(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        firsts, seconds, en, zh = rng.choice(OBJECT_CLAUSES)
        expand = lambda names: tuple(category for name in names for category in GROUP_MEMBERS.get(name, (name,)))
        frame = self.frame(rng, 'two', held)
        if frame is None:
            return None
        first_categories = tuple(category for category in frame.first if category in expand(firsts))
        second_categories = tuple(category for category in frame.second if category in expand(seconds))
        if not first_categories or not second_categories:
            return None
        first, second = rng.choice(self.nouns_of(first_categories, held)), rng.choice(self.nouns_of(second_categories, held))
        many = rng.random() < 0.15 and second.category not in UNCOUNTABLE
        main = clause(frame, language, noun_phrase(first, False, False, language, rng), noun_phrase(second, True, many, language, rng))
        pronoun = pronoun_of(second, 'it', many, language, 'object')
        return f'{main} {en % pronoun}' if language == 'en' else main + zh % pronoun

    def nothing(self, rng: random.Random, language: str, held: HeldOut) -> str | None:
        """The pronoun stands for nothing in the sentence (weather, time), or for something outside it."""
        frame = self.frame(rng, 'two', held)
        if frame is None:
            return None
        first, second = rng.choice(self.nouns_of(frame.first, held)), rng.choice(self.nouns_of(frame.second, held))
        main = clause(frame, language, noun_phrase(first, None, False, language, rng), noun_phrase(second, None, False, language, rng))
        if language == 'en':
            weather = rng.choice(('was raining', 'was snowing', 'was late', 'was dark outside', 'was winter', 'was sunny', 'was cold outside', 'was monday'))
            return rng.choice((f'{{it}} {weather}, so {main}', f'{main} because {{it}} {weather}', f'when {{it}} {weather}, {main}'))
        return rng.choice((f'{{它}}来的时候，{main}', f'我不知道{{它}}是什么', f'{{他}}说{main}', f'{{她}}觉得{main}'))


def singular(noun: str) -> str:
    return next((one for one, many in IRREGULAR.items() if many == noun), noun[:-1] if noun.endswith('s') else noun)


def noun_phrase(noun: Noun, is_right: bool | None, many: bool, language: str, rng: random.Random) -> str:
    mark = '%s' if is_right is None else '[%s]' if is_right else '<%s>'
    is_name = noun.category.endswith('name')
    if language == 'en':
        if is_name:
            return mark % noun.en
        determiner = rng.choice(('the', 'the', 'the', 'my', 'these', 'our') if many else ('the', 'the', 'the', 'the', 'the', 'a', 'my', 'our', 'this'))
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
    determiner = rng.choice(('', '', '', '', '那' + measure, '这' + measure, '一' + measure, '我的'))
    adjective = rng.choice(ADJECTIVES)[1] if rng.random() < 0.12 and noun.category not in LIVING[1:] else ''
    return determiner + adjective + mark % noun.zh


def clause(frame: Frame, language: str, first: str, second: str) -> str:
    """The frame with its nouns; A and B stand alone as words in English, as letters in Chinese."""
    if language == 'en':
        return ' '.join({'A': first, 'B': second}.get(word, word) for word in frame.en.split())
    return ''.join({'A': first, 'B': second}.get(letter, letter) for letter in frame.zh)


def pronoun_of(noun: Noun, sex: str, many: bool, language: str, role: str = 'subject') -> str:
    if language == 'en':
        return PRONOUNS['en', 'they' if many else sex, role]
    return CHINESE_PRONOUNS[sex] + ('们' if many else '')


def said(predicate: Predicate, pronoun: str, many: bool, language: str, rng: random.Random) -> str:
    """{it} was too *soft*; {它}太*软*了."""
    if language == 'zh':
        if not predicate.is_adjective:
            return f'{{{pronoun}}}{rng.choice(("", "", "", "已经", "当时", "后来"))}*{predicate.zh}*'
        return f'{{{pronoun}}}' + rng.choice(DEGREES) % f'*{predicate.zh}*'
    if predicate.is_adjective:
        copula = rng.choice(COPULAS)
        words = f'{{{pronoun}}} {copula} *{predicate.en}*'
    else:
        words = f'{{{pronoun}}} *{predicate.en}*'
    return words.replace(' was ', ' were ').replace('*was ', '*were ').replace(' is ', ' are ') if many else words


def joined(main: str, subordinate: str, language: str, rng: random.Random) -> str:
    joint_en, joint_zh = rng.choice(JOINTS)
    if rng.random() < 0.07:
        return f'because {subordinate}, {main}' if language == 'en' else f'因为{subordinate}，{main}'
    return main + (joint_en if language == 'en' else joint_zh) + subordinate


def finished(marked: str, rng: random.Random) -> str:
    """An opening, an ending and a full stop, sometimes."""
    is_chinese = any('一' <= character <= '鿿' for character in marked)
    if rng.random() < 0.25:
        marked = rng.choice(OPENINGS)[is_chinese] + marked
    if rng.random() < 0.12:
        marked += rng.choice(ENDINGS)[is_chinese]
    if rng.random() < 0.8:
        marked += '。' if is_chinese else '.'
    return marked
