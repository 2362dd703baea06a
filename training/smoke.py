"""Smoke test of the whole training program on small generated data: prepare, train a few steps,
stop, resume, export, compare.
"""

from __future__ import annotations

import csv
import json
import random
import sys
from pathlib import Path

import torch
from back_translate import add_back_translations
from calibrate import ablations, calibrate
from data.monolingual import CHINESE, SHORT_STORIES, STORIES
from data.pairs import SOURCES
from export import as_shipped, export, write_json
from marks import read_natural
from prepare import OLDER_TREES, Sizes, prepare
from previous import fit_previous
from reference import write_reference
from templates.generate import Templates
from train import train

HERE = Path(__file__).parent
SMALL = Sizes(templates=60, parallel=40, measured=6)


def write_trees(path: Path, language: str, count: int) -> None:
    """Writes trees of sentences with three words, of which the second is the head."""
    words = {
        'en': (['dogs', 'cats', 'birds'], ['see', 'hear'], ['trees', 'books']),
        'zh': (['狗', '猫', '鸟'], ['看见', '听见'], ['树', '书']),
    }[language]
    rng = random.Random(count)
    blocks = []
    for _ in range(count):
        chosen = [rng.choice(some) for some in words]
        lines = [
            f'{index + 1}\t{word}\t{word}\t{tag}\t_\t_\t{head}\t_\t_\t_'
            for index, (word, tag, head) in enumerate(
                zip(chosen, ('NOUN', 'VERB', 'NOUN'), (2, 0, 2), strict=True)
            )
        ]
        blocks.append(
            '\n'.join([f'# text = {(" " if language == "en" else "").join(chosen)}', *lines])
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('\n\n'.join(blocks) + '\n\n', encoding='utf8')


def write_pairs(folder: Path, pairs: list[tuple[str, str]]) -> None:
    """Writes the same few pairs for every source, and a dictionary of two words."""
    score = '3.0'
    for name in (name for source in SOURCES.values() for name in source.files):
        if name.endswith('pairs.tsv') or name.endswith('sentences.tsv'):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            lines = [f'{zh}\t{en}\t{score}\n' for en, zh in pairs]
            (folder / name).write_text(''.join(lines), encoding='utf8')
    (folder / 'cc-cedict').mkdir()
    chinese, english = folder / 'cc-cedict/zh_en_core.tsv', folder / 'cc-cedict/en_zh.tsv'
    chinese.write_text('zh\tgloss1\n狗\tdog\n猫\tcat\n', encoding='utf8')
    english.write_text('en\tzh\tweight\ndog\t狗\t2\ncat\t猫\t1\n', encoding='utf8')


def write_monolingual(folder: Path, pairs: list[tuple[str, str]]) -> None:
    """Writes one story of all sentences with a free license, and one without."""
    english = '\n\n##\n'.join(en for en, _ in pairs)
    stories = ''.join(
        f'=== en/{license_name}.md\n# A story\n\n##\n{english}\n\n##\n* License: [{license_name}]\n'
        for license_name in ('CC-BY', 'CC-BY-NC')
    )
    for name, text in {
        CHINESE: '\n'.join(zh for _, zh in pairs),
        SHORT_STORIES: json.dumps([english]),
        **dict.fromkeys(STORIES, stories),
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text + '\n', encoding='utf8')


def write_data(folder: Path) -> None:
    manifest = json.loads((HERE / 'manifest.json').read_text(encoding='utf8'))
    for name in (
        name
        for source in manifest['sources']
        for name in source['files']
        if name.endswith('.conllu') and name != OLDER_TREES
    ):
        write_trees(folder / name, 'zh' if 'chinese' in name else 'en', 170)
    natural = [
        sentence
        for language in ('en', 'zh')
        for sentence in read_natural(str(HERE / f'natural/{language}.txt'), language)
    ]
    rng = random.Random(1)
    templates = Templates(natural)
    for name in ('tatoeba', 'gap-coreference', 'winogrande', 'winobias'):
        (folder / name).mkdir(parents=True)
    with Path(folder / 'tatoeba/pairs_zh_en.csv').open('w', encoding='utf8', newline='') as file:
        csv.writer(file).writerows(
            [('sentence', 'translation')]
            + [(zh, en) for en, zh in (templates.parallel(rng) for _ in range(300))]
        )
    write_pairs(folder, [templates.parallel(rng) for _ in range(40)])
    write_monolingual(folder, [templates.parallel(rng) for _ in range(40)])
    gap = ['ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref'] + [
        'x\tAnn met Eve when she left.\tshe\t17\tAnn\t0\tTRUE\tEve\t8\tFALSE'
    ] * 8
    for part in ('validation', 'development'):
        (folder / f'gap-coreference/gap-{part}.tsv').write_text(
            '\n'.join(gap) + '\n', encoding='utf8'
        )
    (folder / 'coref-en-knowref').mkdir()
    (folder / 'coref-en-knowref/test.tsv').write_text(
        'text\tpronoun\tpronoun_start\tA\tA_start\tB\tB_start\tanswer\n'
        + 'Ann met Eve when she left.\tshe\t17\tAnn\t0\tEve\t8\tA\n' * 8,
        encoding='utf8',
    )
    line = json.dumps(
        {
            'sentence': 'The box did not fit in the car because the _ was small.',
            'option1': 'box',
            'option2': 'car',
            'answer': '2',
        }
    )
    (folder / 'winogrande/train_l.jsonl').write_text((line + '\n') * 1040, encoding='utf8')
    for side in ('pro', 'anti'):
        for kind in (1, 2):
            (folder / f'winobias/{side}_stereotyped_type{kind}.txt.dev').write_text(
                '1 [The cook] called [the guard] because [he] was late.\n' * 6, encoding='utf8'
            )


folder = Path(sys.argv[1])
torch.set_num_threads(1)
write_data(folder / 'data')
prepared = prepare(folder / 'data', folder / 'work', SMALL, check=False)
train(prepared, folder / 'work/checkpoint.pt', 6)
model = train(prepared, folder / 'work/checkpoint.pt', 9, finish=3)
model = as_shipped(model)
fit_previous(model, prepared, steps=3)
calibrate(model, prepared)
export(model, prepared, folder / 'model')
add_back_translations(prepared, folder / 'model', folder / 'data', folder / 'work')
train(prepared, folder / 'work/begun-as-it.pt', 2, begin_as=folder / 'model')
model = as_shipped(model)
write_json(folder / 'work/ablations.json', ablations(model, prepared))
write_reference(model, prepared, folder / 'reference.json')
