"""Trains the default model; stops and goes on where it stopped, from its checkpoint."""
from __future__ import annotations

import math
import random
import time
from pathlib import Path
from typing import Callable, Iterator, Sequence, TypeVar

import torch

from losses import pronoun_losses, syntax_losses, translation_losses
from model import Config, Model, WordBatches
from prepare import Prepared

Example = TypeVar('Example')
LEARNING_RATE = 3e-3
WARM_UP = 300
SEED = 20261121
CHECKPOINT_EVERY = 1000
# Sentences of each kind in a step.
PAIRS, TREES, PRONOUNS = 64, 24, 36
# How often a step's pronouns come from each source.
PRONOUN_SOURCES = {'train-en': 42, 'train-zh': 40, 'train-winogrande': 13, 'train-gap': 5}


def config_of(prepared: Prepared) -> Config:
    return Config(vocabulary=len(prepared.vocabulary), buckets=prepared.buckets['words'] + prepared.buckets['grams'])


def batches_of(examples: Sequence[Example], size: int, length: Callable[[Example], int], rng: random.Random) -> Iterator[list[Example]]:
    """For ever, sentences of about one length together, in random order."""
    while True:
        order = rng.sample(range(len(examples)), len(examples))
        chunks = [sorted(order[start:start + size * 40], key=lambda index: length(examples[index])) for start in range(0, len(order), size * 40)]
        groups = [chunk[start:start + size] for chunk in chunks for start in range(0, len(chunk), size)]
        rng.shuffle(groups)
        yield from ([examples[index] for index in group] for group in groups)


def learning_rate(step: int, steps: int) -> float:
    """Warm-up, a plateau, down along a cosine; for the last third of the steps once more from half the height (a warm
    restart, Loshchilov & Hutter 2017)."""
    first_cycle = 2 * steps // 3
    if step >= first_cycle:
        return 0.5 * LEARNING_RATE * cosine((step - first_cycle) / (steps - first_cycle))
    share = step / first_cycle
    return LEARNING_RATE * min(1, (step + 1) / WARM_UP) * (1 if share < 0.3 else cosine((share - 0.3) / 0.7))


def cosine(share: float) -> float:
    return max(0.02, 0.5 * (1 + math.cos(math.pi * share)))


def train(prepared: Prepared, checkpoint: Path, steps: int) -> Model:
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    model = Model(config_of(prepared), tags=len(prepared.tags))
    optimizer = torch.optim.Adam(model.parameters(), lr=LEARNING_RATE, betas=(0.9, 0.98), eps=1e-9, foreach=True)
    batches = WordBatches(prepared.features)
    vocabulary = prepared.vocabulary
    end = vocabulary.index('<end>')

    by_words = lambda example: len(example.words)
    translations = {
        to: batches_of(prepared.translations[f'train-{to}'], PAIRS, lambda example: len(example.words) * 100 + len(example.pieces), rng)
        for to in ('zh', 'en')
    }
    trees = {language: batches_of(prepared.syntax[f'train-{language}'], TREES, by_words, rng) for language in ('en', 'zh')}
    pronouns = {source: batches_of(prepared.pronouns[source], PRONOUNS if 'gap' not in source else 6, by_words, rng) for source in PRONOUN_SOURCES}

    first = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved['model'])
        optimizer.load_state_dict(saved['optimizer'])
        first = saved['step']
        rng.seed(SEED + first)
        torch.manual_seed(SEED + first)
        print(f'going on from step {first}', flush=True)

    sums: dict[str, list[float]] = {}
    began = time.time()
    for step in range(first, steps):
        for group in optimizer.param_groups:
            group['lr'] = learning_rate(step, steps)
        losses: dict[str, torch.Tensor] = {}

        # 1. Translation, and the alignment head.
        to = 'zh' if step % 2 else 'en'
        losses['translation'], losses['alignment'] = translation_losses(model, batches, next(translations[to]), vocabulary.index(f'<to-{to}>'), end)
        (losses['translation'] + 0.3 * losses['alignment']).backward()
        # 2. Trees: the syntax head, parts of speech, the previous word.
        language = 'en' if rng.random() < 0.72 else 'zh'
        losses[f'syntax-{language}'], losses['tags'], losses['previous'] = syntax_losses(model, batches, next(trees[language]))
        (0.7 * losses[f'syntax-{language}'] + 0.1 * losses['tags'] + 3 * losses['previous']).backward()
        # 3. Pronouns.
        source = rng.choices(list(PRONOUN_SOURCES), list(PRONOUN_SOURCES.values()))[0]
        losses[f'pronouns-{source}'], losses['alone'] = pronoun_losses(model, batches, next(pronouns[source]))
        ((0.5 if 'train-en' in source or 'train-zh' in source else 0.3) * losses[f'pronouns-{source}'] + 0.1 * losses['alone']).backward()

        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

        for name, loss in losses.items():
            sums.setdefault(name, []).append(float(loss.detach()))
        if (step + 1) % 100 == 0:
            means = ' '.join(f'{name} {sum(values) / len(values):.3f}' for name, values in sorted(sums.items()))
            print(f'{step + 1}/{steps} {(time.time() - began) / (step + 1 - first):.3f} s/step {means}', flush=True)
            sums = {}
        if (step + 1) % CHECKPOINT_EVERY == 0 or step + 1 == steps:
            torch.save({'model': model.state_dict(), 'optimizer': optimizer.state_dict(), 'step': step + 1}, checkpoint)
    return model.eval()
