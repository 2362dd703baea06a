"""Trains the default model. Training can be stopped, and resumes from its checkpoint."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import torch
from as_typed import AsTyped, code_switched, joined
from data.pairs import SOURCES
from examples import Prepared, TranslationExample
from losses import pronoun_losses, syntax_losses, translation_losses
from model import Config, Model, WordBatches
from warm_start import warm_start

Example = TypeVar('Example')
LEARNING_RATE, WARM_START_LEARNING_RATE = 3e-3, 7e-4
# Final phase of training (`finish`): a small learning rate, and more weight on the previous-token
# head. The result is the mean of the weights before and after.
FINISH_LEARNING_RATE = 1.5e-4
WARM_UP = 300
SEED = 20261121
CHECKPOINT_EVERY = 500
# Number of sentences of each kind per step.
PAIRS, TREES, PRONOUNS = 64, 24, 36
CHINESE_TREES = 0.5
# Relative frequency of each source of sentences with pronouns.
PRONOUN_SOURCES = {
    'train-en': 37,
    'train-zh': 37,
    'train-written-en': 10,
    'train-written-zh': 10,
    'train-winogrande': 4,
    'train-gap': 1,
    'train-knowref': 1,
}
# Share of sentences with words of the other language (only into English; see `run` in the product),
# and share of joined sentences.
CODE_SWITCHED, JOINED = 0.04, 0.06
# Decay of the running mean of the weights, which is the published model.
MEAN_DECAY = 0.9985


def config_of(prepared: Prepared) -> Config:
    return Config(
        vocabulary=len(prepared.vocabulary),
        buckets=prepared.buckets['words'] + prepared.buckets['grams'],
    )


def batches_of(
    draw: Iterator[Example], size: int, length: Callable[[Example], int], rng: random.Random
) -> Iterator[list[Example]]:
    """Yields batches of examples with similar lengths, in random order and without end."""
    while True:
        chunk = sorted((next(draw) for _ in range(size * 40)), key=length)
        groups = [chunk[start : start + size] for start in range(0, len(chunk), size)]
        rng.shuffle(groups)
        yield from groups


def shuffled(examples: Sequence[Example], rng: random.Random) -> Iterator[Example]:
    """Yields examples without end, each once per round."""
    while True:
        yield from rng.sample(examples, len(examples))


def pairs_as_typed(
    prepared: Prepared, to: str, as_typed: AsTyped, rng: random.Random
) -> Iterator[TranslationExample]:
    """Yields sentence pairs of all sources without end, according to their shares."""
    names = [name for name in SOURCES if prepared.translations.get(f'train-{name}-{to}')]
    draws = {name: shuffled(prepared.translations[f'train-{name}-{to}'], rng) for name in names}
    shares = [SOURCES[name].share for name in names]
    while True:
        name = rng.choices(names, shares)[0]
        example = as_typed.translation(next(draws[name]), rng)
        chance = rng.random()
        if to == 'en' and chance < CODE_SWITCHED:
            example = code_switched(example, rng)
        elif chance > 1 - JOINED and name in ('tatoeba', 'small', 'wiktionary'):
            example = joined(example, as_typed.translation(next(draws[name]), rng))
        yield example


def learning_rate(step: int, share: float, highest: float) -> float:
    """Learning rate with warm-up, a plateau for a tenth of the training, then cosine decay. share:
    part of the training that is done.
    """
    share = max(0.0, (share - 0.1) / 0.9)
    return highest * min(1, (step + 1) / WARM_UP) * max(0.01, 0.5 * (1 + math.cos(math.pi * share)))


def finish_learning_rate(step: int, steps: int) -> float:
    """Learning rate of the final phase: warm-up, then linear decay. step: step within the final
    phase.
    """
    return FINISH_LEARNING_RATE * min(1, (step + 1) / WARM_UP) * max(0.01, 1 - step / steps)


class RunningMean:
    """Exponential running mean of the weights (Polyak & Juditsky 1992)."""

    def __init__(self, model: Model):
        self.weights = {name: weight.detach().clone() for name, weight in model.named_parameters()}

    def copy(self) -> dict[str, torch.Tensor]:
        return {name: weight.clone() for name, weight in self.weights.items()}

    @torch.no_grad()
    def add(self, model: Model, step: int) -> None:
        decay = min(MEAN_DECAY, (step + 1) / (step + 10))
        now = dict(model.named_parameters())
        torch._foreach_mul_(list(self.weights.values()), decay)
        torch._foreach_add_(
            list(self.weights.values()),
            [now[name].detach() for name in self.weights],
            alpha=1 - decay,
        )


def train(
    prepared: Prepared,
    checkpoint: Path,
    steps: int,
    minutes: float = math.inf,
    begin_as: Path | None = None,
    finish: int = 0,
) -> Model:
    """Trains until this many steps or minutes are reached, whichever comes first. begin_as: folder
    of an earlier model to start from. finish: number of further steps in the final phase.
    """
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    model = Model(config_of(prepared), tags=len(prepared.tags))
    highest = LEARNING_RATE
    if begin_as:
        warm_start(model, prepared, begin_as)
        highest = WARM_START_LEARNING_RATE
    optimizer = torch.optim.Adam(
        model.parameters(), lr=highest, betas=(0.9, 0.98), eps=1e-9, foreach=True
    )
    mean = RunningMean(model)

    first, minutes_before = 0, 0.0
    before_finish = mean.copy()
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved['model'])
        optimizer.load_state_dict(saved['optimizer'])
        mean.weights, before_finish = saved['mean'], saved['before_finish']
        first, minutes_before = saved['step'], saved['minutes']
        rng.seed(SEED + first)
        torch.manual_seed(SEED + first)
        print(f'going on from step {first}', flush=True)

    batches = WordBatches(prepared.features)
    as_typed = AsTyped(prepared.words)
    nouns = torch.zeros(len(prepared.words), dtype=torch.bool)
    nouns[list(prepared.nouns)] = True
    vocabulary = prepared.vocabulary
    end = vocabulary.index('<end>')

    def by_words(example):
        return len(example.words)

    translations = {
        to: batches_of(
            pairs_as_typed(prepared, to, as_typed, rng),
            PAIRS,
            lambda example: len(example.words) * 100 + len(example.tokens),
            rng,
        )
        for to in ('zh', 'en')
    }
    trees = {
        language: batches_of(
            (
                as_typed.tree(tree, rng)
                for tree in shuffled(prepared.syntax[f'train-{language}'], rng)
            ),
            TREES,
            by_words,
            rng,
        )
        for language in ('en', 'zh')
    }
    pronouns = {
        source: batches_of(
            (as_typed.pronoun(one, rng) for one in shuffled(prepared.pronouns[source], rng)),
            6 if 'gap' in source else PRONOUNS,
            by_words,
            rng,
        )
        for source in PRONOUN_SOURCES
    }

    sums: dict[str, list[float]] = {}
    began = time.time()
    done = first

    def save() -> None:
        torch.save(
            {
                'model': model.state_dict(),
                'optimizer': optimizer.state_dict(),
                'mean': mean.weights,
                'before_finish': before_finish,
                'step': done,
                'minutes': minutes_before + (time.time() - began) / 60,
            },
            checkpoint,
        )

    for step in range(first, steps + finish):
        minutes_so_far = minutes_before + (time.time() - began) / 60
        if minutes_so_far >= minutes:
            break
        finishing = step >= steps
        if step == steps:
            before_finish = mean.copy()
        for group in optimizer.param_groups:
            group['lr'] = (
                finish_learning_rate(step - steps, finish)
                if finishing
                else learning_rate(step, max(step / steps, minutes_so_far / minutes), highest)
            )
        # Weight of the previous-token loss with translation or pronouns, and with trees.
        beside, beside_trees = (1.0, 6.0) if finishing else (0.1, 1.0)
        losses: dict[str, torch.Tensor] = {}

        # 1. Translation, alternately into Chinese and into English, and the alignment head.
        to = 'zh' if step % 2 else 'en'
        losses[f'translation-{to}'], losses['alignment'], previous = translation_losses(
            model, batches, next(translations[to]), vocabulary.index(f'<to-{to}>'), end
        )
        (losses[f'translation-{to}'] + 0.3 * losses['alignment'] + beside * previous).backward()
        if step // 2 % 2 == 0:
            # 2. Trees: the syntax head, parts of speech, the previous-token head.
            language = 'zh' if rng.random() < CHINESE_TREES else 'en'
            losses[f'syntax-{language}'], losses['tags'], losses['previous'], losses['rows'] = (
                syntax_losses(model, batches, next(trees[language]), language, nouns)
            )
            (
                1.5 * losses[f'syntax-{language}']
                + 0.1 * losses['tags']
                + beside_trees * losses['previous']
                + 0.2 * losses['rows']
            ).backward()
        else:
            # 3. Pronouns.
            source = rng.choices(list(PRONOUN_SOURCES), list(PRONOUN_SOURCES.values()))[0]
            losses[f'pronouns-{source}'], losses['rows'], previous = pronoun_losses(
                model, batches, next(pronouns[source]), nouns
            )
            weight = 0.8 if source.endswith(('-en', '-zh')) else 0.4
            (
                weight * losses[f'pronouns-{source}'] + 0.2 * losses['rows'] + beside * previous
            ).backward()

        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        mean.add(model, step)
        done = step + 1

        for name, loss in losses.items():
            sums.setdefault(name, []).append(float(loss.detach()))
        if (step + 1) % 100 == 0:
            means = ' '.join(
                f'{name} {sum(values) / len(values):.3f}' for name, values in sorted(sums.items())
            )
            seconds = (time.time() - began) / (done - first)
            print(f'{step + 1}/{steps + finish} {seconds:.3f} s/step {means}', flush=True)
            sums = {}
        if (step + 1) % CHECKPOINT_EVERY == 0:
            save()
    save()
    if done > steps:
        mean.weights = {
            name: (weight + before_finish[name]) / 2 for name, weight in mean.weights.items()
        }
    model.load_state_dict({**model.state_dict(), **mean.weights})
    return model.eval()
