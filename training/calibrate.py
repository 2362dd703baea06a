"""Calibrates the heads after training, with one temperature per supervised head (Guo et al. 2017),
which becomes part of its query projection, and measures the ablation of every head.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import torch
from examples import Prepared
from losses import target_batch
from model import MASKED, Model, WordBatches
from prepare import FITTED_ON
from torch import Tensor

Example = TypeVar('Example')
BATCH = 32
TEMPERATURES = [2 ** (step / 10) for step in range(-15, 21)]
ABLATED_ON = 300  # sentences per direction


def in_batches(examples: Sequence[Example]) -> Iterator[Sequence[Example]]:
    ordered = sorted(examples, key=lambda example: len(example.words))
    return (ordered[start : start + BATCH] for start in range(0, len(ordered), BATCH))


@torch.no_grad()
def antecedent_rows(
    model: Model, batches: WordBatches, prepared: Prepared
) -> Iterator[tuple[Tensor, Tensor]]:
    """Yields logits [rows, keys] and a mask of the right keys, for sentences written like the
    natural ones.
    """
    for language in ('en', 'zh'):
        examples_to_fit = prepared.pronouns[f'test-written-{language}']
        for examples in in_batches(examples_to_fit[: FITTED_ON['written']]):
            model.encode(batches([example.words for example in examples]))
            logits = model.head('antecedent')
            right = torch.zeros(len(examples), logits.shape[2], dtype=torch.bool)
            for row, example in enumerate(examples):
                right[row, example.antecedents] = True
            yield (
                logits[
                    torch.arange(len(examples)),
                    torch.tensor([example.pronoun for example in examples]),
                ],
                right,
            )


@torch.no_grad()
def syntax_rows(
    model: Model, batches: WordBatches, prepared: Prepared
) -> Iterator[tuple[Tensor, Tensor]]:
    for language in ('en', 'zh'):
        for examples in in_batches(
            prepared.syntax[f'test-{language}'][: FITTED_ON[f'syntax-{language}']]
        ):
            model.encode(batches([example.words for example in examples]))
            logits = model.head('syntax')
            for row, example in enumerate(examples):
                counted = [word for word, counts in enumerate(example.counted) if counts]
                right = torch.zeros(len(counted), logits.shape[2], dtype=torch.bool)
                right[
                    torch.arange(len(counted)),
                    torch.tensor([example.heads[word] for word in counted], dtype=torch.long),
                ] = True
                yield logits[row, counted], right


@torch.no_grad()
def alignment_rows(
    model: Model, batches: WordBatches, prepared: Prepared
) -> Iterator[tuple[Tensor, Tensor]]:
    for to in ('en', 'zh'):
        start, end = (prepared.vocabulary.index(token) for token in (f'<to-{to}>', '<end>'))
        for examples in in_batches(
            [
                example
                for example in prepared.translations[f'test-{to}'][: FITTED_ON['alignment']]
                if example.links
            ]
        ):
            batch = batches([example.words for example in examples])
            model.decode(target_batch(examples, start, end)[0], model.encode(batch), batch.bias)
            logits = model.head('alignment')
            for row, example in enumerate(examples):
                tokens, words = torch.tensor(example.links).T
                right = torch.zeros(len(tokens), logits.shape[2], dtype=torch.bool)
                right[torch.arange(len(tokens)), words] = True
                yield logits[row, tokens + 1], right


def best_temperature(rows: Iterator[tuple[Tensor, Tensor]]) -> float:
    """Temperature that maximizes the probability of the right keys."""
    pairs = list(rows)

    def loss(temperature: float) -> float:
        losses = [
            -torch.logsumexp((logits / temperature).log_softmax(-1).masked_fill(~right, MASKED), -1)
            for logits, right in pairs
        ]
        return float(torch.cat(losses).mean())

    return min(TEMPERATURES, key=loss)


def calibrate(model: Model, prepared: Prepared) -> dict[str, float]:
    """Calibrates each supervised head. Returns the temperatures, by which query projections were
    divided.
    """
    batches = WordBatches(prepared.features)
    temperatures = {}
    for role, rows in (
        ('antecedent', antecedent_rows),
        ('syntax', syntax_rows),
        ('alignment', alignment_rows),
    ):
        temperatures[role] = best_temperature(rows(model, batches, prepared))
        model.cool(role, temperatures[role])
    return temperatures


@torch.no_grad()
def log_probability(model: Model, prepared: Prepared, batches: WordBatches, to: str) -> float:
    """Log-probability of the reference translations, in nats per token."""
    start, end = (prepared.vocabulary.index(token) for token in (f'<to-{to}>', '<end>'))
    total, count = 0.0, 0
    for examples in in_batches(prepared.translations[f'test-{to}'][:ABLATED_ON]):
        batch = batches([example.words for example in examples])
        given, predicted = target_batch(examples, start, end)
        decoded = model.decode(given, model.encode(batch), batch.bias)
        counted = predicted >= 0
        scores = model.logits(decoded[counted]).log_softmax(-1)
        total += float(scores.gather(1, predicted[counted][:, None]).sum())
        count += int(counted.sum())
    return total / count


def ablations(model: Model, prepared: Prepared) -> list[dict]:
    """Loss of log-probability of the reference translations, in nats per token, for each ablated
    head.
    """
    batches = WordBatches(prepared.features)
    whole = {to: log_probability(model, prepared, batches, to) for to in ('en', 'zh')}
    results = []
    for attention, layers in (
        ('encoder', model.encoder),
        ('decoder', model.decoder),
        ('cross', model.decoder),
    ):
        for layer, block in enumerate(layers):
            projection = (
                block.cross_attn if attention == 'cross' else block.self_attn
            ).out_proj.weight
            for head, columns in enumerate(projection.data.chunk(model.config.num_heads, 1)):
                kept = columns.clone()
                columns.zero_()
                lost = {
                    to: whole[to] - log_probability(model, prepared, batches, to)
                    for to in ('en', 'zh')
                }
                columns.copy_(kept)
                results.append({'attention': attention, 'layer': layer, 'head': head, 'lost': lost})
    return results
