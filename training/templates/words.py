"""Words and phrases of the templates, except nouns, predicates and frames."""

from __future__ import annotations

from templates.lists import LIVING

# Words in the question of the original task description, which no template combines.
SEED_NOUNS = ('cat', 'mat', '猫', '垫子')
SEED_PREDICATES = ('tired', 'soft', '累', '软')

UNCOUNTABLE = {'food', 'drink', 'plant', 'man-name', 'woman-name'}
IRREGULAR = {
    'mouse': 'mice',
    'goose': 'geese',
    'sheep': 'sheep',
    'deer': 'deer',
    'knife': 'knives',
    'shelf': 'shelves',
    'wolf': 'wolves',
    'man': 'men',
    'woman': 'women',
    'policeman': 'policemen',
    'wife': 'wives',
    'child': 'children',
    'fish': 'fish',
    'ox': 'oxen',
    'bookshelf': 'bookshelves',
    'scarf': 'scarves',
    'calf': 'calves',
    'thief': 'thieves',
    'policewoman': 'policewomen',
}
ADJECTIVES = (
    ('big', '大'),
    ('small', '小'),
    ('black', '黑色的'),
    ('white', '白色的'),
    ('little', '小'),
    ('brown', '棕色的'),
    ('red', '红色的'),
    ('old', '老旧的'),
    ('beautiful', '漂亮的'),
    ('strange', '奇怪的'),
)
OPENINGS = (
    ('yesterday ', '昨天'),
    ('this morning ', '今天早上'),
    ('i think that ', '我觉得'),
    ('last night ', '昨天晚上'),
    ('we saw that ', '我们看见'),
    ('one day ', '有一天，'),
    ('everyone says that ', '大家都说'),
    ('it rained all day, and ', '下了一天雨，'),
    ('in the end ', '最后'),
)
ENDINGS = (
    (' today', ''),
    (' again', ''),
    (', and everyone knew that', '，大家都知道'),
    (' that day', ''),
    (', i think', '，我想'),
)
# Conjunctions, subordinating and coordinating.
JOINTS = (
    (' because ', '，因为'),
    (' because ', '，因为'),
    (' because ', '因为'),
    (' since ', '，由于'),
    (' as ', '，因为'),
    (', so ', '，所以'),
    (', but ', '，但是'),
    (', but ', '，可是'),
    (' although ', '，虽然'),
    (' although ', '，尽管'),
    (', and ', '，'),
    (' and then ', '，然后'),
    (' when ', '的时候，'),
    (' while ', '，同时'),
    (' until ', '，直到'),
    ('. ', '。'),
    ('. then ', '。后来'),
    ('; ', '；'),
    (' even though ', '，不过'),
    (', for ', '，只因为'),
)
COPULAS = (
    'was',
    'was',
    'was',
    'is',
    'looked',
    'seemed',
    'was very',
    'was too',
    'was so',
    'got',
    'became',
    'was not',
    'was no longer',
    'had been',
    'was always',
    'was already',
    'was still',
    'was quite',
)
DEGREES = (
    '太%s了',
    '太%s了',
    '很%s',
    '很%s',
    '非常%s',
    '看起来很%s',
    '有点%s',
    '特别%s',
    '%s了',
    '不%s',
    '变得很%s',
    '已经%s了',
    '不太%s',
    '总是很%s',
    '还很%s',
    '%s得很',
    '十分%s',
    '真%s',
    '%s极了',
    '%s',
)
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
STATES = (
    ('big', '很大'),
    ('dirty', '很脏'),
    ('old', '很旧'),
    ('strong', '很结实'),
    ('in bad shape', '不好'),
    ('gone', '没了'),
    ('beautiful', '很漂亮'),
)
# Clauses with the pronoun as object: (first noun, second noun, English, Chinese).
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
    (
        ('animal',),
        ('object', 'device'),
        'because somebody had thrown {%s} away',
        '，因为有人把{%s}扔了',
    ),
)
GROUP_MEMBERS = {
    'people': LIVING[1:],
    'things': ('surface', 'object', 'clothes', 'device', 'container', 'vehicle'),
}
PRONOUNS = {
    ('en', 'it', 'subject'): 'it',
    ('en', 'he', 'subject'): 'he',
    ('en', 'she', 'subject'): 'she',
    ('en', 'they', 'subject'): 'they',
    ('en', 'it', 'object'): 'it',
    ('en', 'he', 'object'): 'him',
    ('en', 'she', 'object'): 'her',
    ('en', 'they', 'object'): 'them',
    ('en', 'it', 'possessive'): 'its',
    ('en', 'he', 'possessive'): 'his',
    ('en', 'she', 'possessive'): 'her',
    ('en', 'they', 'possessive'): 'their',
}
CHINESE_PRONOUNS = {'it': '它', 'he': '他', 'she': '她'}
# Phrases in which “it” refers to nothing.
WEATHER = (
    'was raining',
    'was snowing',
    'was late',
    'was dark outside',
    'was winter',
    'was sunny',
    'was cold outside',
    'was monday',
)
# Chinese sentences with a pronoun that refers to something outside; % is the main clause.
OUTSIDE = ('{它}来的时候，%', '我不知道{它}是什么', '{他}说%', '{她}觉得%')
