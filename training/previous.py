"""Fine-tunes the query and key projections of the previous-token head after training. They need
positions only, which joint training does not fully achieve in long sentences.
"""

from __future__ import annotations

import random

import torch
from examples import Prepared
from losses import WORD_DROP, previous_loss
from model import ROLES, Model, WordBatches

STEPS, BATCH = 1500, 32
LENGTHS = (12, 25, 40, 60, 90)  # lengths of texts of several sentences, in words
LEARNING_RATE = 3e-3
SEED = 20261123


def sentences(prepared: Prepared) -> list[list[int]]:
    return [
        example.words
        for some in (prepared.syntax, prepared.translations)
        for name in some
        if name.startswith(('train-en', 'train-zh', 'train-tatoeba'))
        for example in some[name]
    ]


def fit_previous(model: Model, prepared: Prepared, steps: int = STEPS) -> float:
    """Fine-tunes the head. Returns the loss of the last steps, in nats per token."""
    rng = random.Random(SEED)
    torch.manual_seed(SEED)
    batches = WordBatches(prepared.features)
    texts = sentences(prepared)
    attention, head = model.attention_of('previous'), ROLES['previous'][2]
    dim = model.config.embed_dim
    width = dim // model.config.num_heads
    fitted = torch.zeros(3 * dim, dtype=torch.bool)
    for first in (0, dim):  # queries, then keys
        fitted[first + head * width : first + (head + 1) * width] = True
    parameters = [attention.in_proj_weight, attention.in_proj_bias]
    optimizer = torch.optim.Adam(parameters, lr=LEARNING_RATE)
    losses = []
    for step in range(steps):
        for group in optimizer.param_groups:
            group['lr'] = LEARNING_RATE * (1 - step / steps)
        chosen = []
        for _ in range(BATCH):
            length, text = rng.choice(LENGTHS), []
            while len(text) < length:
                text = text + rng.choice(texts)
            chosen.append(text[:length])
        batch = batches(chosen, WORD_DROP)
        model.encoder[0](model.embed(batch), batch.bias)  # the head is in the first layer
        loss = previous_loss(model, batch)
        gradients = torch.autograd.grad(loss, parameters)
        for parameter, gradient in zip(parameters, gradients, strict=True):
            gradient[~fitted] = 0.0
            parameter.grad = gradient
        optimizer.step()
        losses.append(float(loss.detach()))
    optimizer.zero_grad(set_to_none=True)
    last = losses[-100:]
    return sum(last) / len(last)
