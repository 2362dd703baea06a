"""Training losses: translation, and the attention of each supervised head.

A supervised head's loss is the cross-entropy of its attention weights, as in
Linguistically-Informed Self-Attention (Strubell et al. 2018), with soft targets, so that a head is
never certain in training, and a weight of 0.7 is right in 7 of 10 cases.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812
from examples import PronounExample, SyntaxExample, TranslationExample
from model import MASKED, Model, WordBatch, WordBatches
from torch import Tensor

WORD_DROP = 0.12
# Word dropout: the probability that a word is reduced to its n-grams. Chinese trees are few, so
# their words are dropped more often, to make the model learn from characters.
WORD_DROP_IN_TREES = {'en': 0.12, 'zh': 0.18}
LABEL_SMOOTHING = 0.1
FARTHEST = 80
# Shares of a pronoun's attention for the right mentions and for the other candidates; the rest is
# spread over all tokens.
RIGHT, OTHERS = 0.87, 0.09
# Shares of a pronoun's attention in annotated natural text, where no rule decides which noun is
# right.
RIGHT_IN_NATURAL_TEXT, OTHERS_IN_NATURAL_TEXT = 0.75, 0.2
REPETITION = 0.7  # share of a repeated noun's row for its earlier mentions
ALIGNMENT_SMOOTHING = 0.04
# Label smoothing of the syntax head, which memorizes small treebanks sooner: there are 6,500
# Chinese and 12,771 English trees.
SYNTAX_SMOOTHING = {'en': 0.05, 'zh': 0.14}
# Maximum divergence, in nats, of a row without a target from uniform attention.
FREE_ROW_DIVERGENCE = 1.2


def target_batch(examples: list[TranslationExample], start: int, end: int) -> tuple[Tensor, Tensor]:
    """Inputs and targets of the decoder, [batch, tokens]; −1 where there is no target."""
    longest = max(len(example.tokens) for example in examples) + 1
    given = [
        [start] + example.tokens + [0] * (longest - 1 - len(example.tokens)) for example in examples
    ]
    predicted = [
        example.tokens + [end] + [-1] * (longest - 1 - len(example.tokens)) for example in examples
    ]
    return torch.tensor(given), torch.tensor(predicted)


def translation_losses(
    model: Model, batches: WordBatches, examples: list[TranslationExample], start: int, end: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Returns the cross-entropies of the target tokens, of the alignment head and of the
    previous-token head.
    """
    batch = batches([example.words for example in examples], WORD_DROP)
    given, predicted = target_batch(examples, start, end)
    decoded = model.decode(given, model.encode(batch), batch.bias)
    counted = predicted >= 0
    translation = F.cross_entropy(
        model.logits(decoded[counted]), predicted[counted], label_smoothing=LABEL_SMOOTHING
    )
    # A token's row is the position at which the decoder reads it, one after the start token.
    links = [
        (row, token + 1, word)
        for row, example in enumerate(examples)
        for token, word in example.links
    ]
    previous = previous_loss(model, batch)
    if not links:
        return translation, 0 * translation, previous
    rows, tokens, words = torch.tensor(links).T
    weights = model.head('alignment').log_softmax(-1)[rows, tokens]
    real = batch.real[rows]
    everywhere = (weights * real).sum(1) / real.sum(1)
    alignment = (
        -(1 - ALIGNMENT_SMOOTHING) * weights.gather(1, words[:, None])[:, 0]
        - ALIGNMENT_SMOOTHING * everywhere
    )
    return translation, alignment.mean(), previous


def previous_loss(model: Model, batch: WordBatch) -> Tensor:
    """Loss of the previous-token head. The first token has no previous one and attends to
    itself."""
    previous = (torch.arange(batch.real.shape[1]) - 1).clamp_min(0).expand_as(batch.index)
    return F.nll_loss(model.head('previous').log_softmax(-1)[batch.real], previous[batch.real])


def syntax_losses(
    model: Model,
    batches: WordBatches,
    examples: list[SyntaxExample],
    language: str,
    nouns: Tensor,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Returns the cross-entropies of the syntax head, of the parts of speech, of the previous-token
    head, and of rows without a pronoun.
    """
    batch = batches([example.words for example in examples], WORD_DROP_IN_TREES[language])
    # Half of the sentences are shifted to later positions, which are rare in training.
    encoded = model.encode(
        batch, first_position=int(torch.randint(2, ()) * torch.randint(FARTHEST, ()))
    )
    real = batch.real

    def padded(lists):
        return torch.tensor([some + [0] * (real.shape[1] - len(some)) for some in lists])

    heads, tags = (
        padded([example.heads for example in examples]),
        padded([example.tags for example in examples]),
    )
    weights = model.head('syntax').log_softmax(-1)
    everywhere = (weights * real[:, None]).sum(2) / real.sum(1)[:, None]
    smoothing = SYNTAX_SMOOTHING[language]
    known = real & (heads >= 0)
    to_head = weights.gather(2, heads.clamp_min(0)[:, :, None])[:, :, 0]
    syntax = -((1 - smoothing) * to_head + smoothing * everywhere)[known].mean()
    tagging = F.cross_entropy(model.tagger(encoded[real]), tags[real])
    return (
        syntax,
        tagging,
        previous_loss(model, batch),
        row_losses(model, batch, examples, nouns, real),
    )


def pronoun_losses(
    model: Model, batches: WordBatches, examples: list[PronounExample], nouns: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Returns the cross-entropies of the pronouns' rows, of the other rows, and of the
    previous-token head.
    """
    batch = batches([example.words for example in examples], WORD_DROP)
    model.encode(batch)
    rows = torch.arange(len(examples))
    pronouns = torch.tensor([example.pronoun for example in examples])
    weights = model.head('antecedent')[rows, pronouns].log_softmax(-1)
    right, others = torch.full_like(weights, MASKED), torch.full_like(weights, MASKED)
    shares = torch.zeros(len(examples), 2)
    for row, example in enumerate(examples):
        right[row, example.antecedents] = 0.0
        others[row, example.others] = 0.0
        certain = example.others_are_alone
        shares[row, 0] = RIGHT if certain else RIGHT_IN_NATURAL_TEXT
        shares[row, 1] = (OTHERS if certain else OTHERS_IN_NATURAL_TEXT) if example.others else 0.0
    real = batch.real
    everywhere = (weights * real).sum(1) / real.sum(1)

    def mass(which):
        return torch.logsumexp(weights + which, -1)

    to_others = torch.where(shares[:, 1] > 0, mass(others), torch.zeros(len(examples)))
    reference = -(
        shares[:, 0] * mass(right) + shares[:, 1] * to_others + (1 - shares.sum(1)) * everywhere
    ).mean()
    free = real.clone()
    free[rows, pronouns] = False
    return reference, row_losses(model, batch, examples, nouns, free), previous_loss(model, batch)


def row_losses(
    model: Model, batch: WordBatch, examples: list, nouns: Tensor, rows: Tensor
) -> Tensor:
    """Loss of the pronoun head's other rows: a repeated noun attends to its earlier mentions; any
    other token is free, but must not attend to a single token.
    """
    longest = rows.shape[1]
    words = torch.tensor(
        [example.words + [-1] * (longest - len(example.words)) for example in examples]
    )
    weights = model.head('antecedent').log_softmax(-1)
    real = batch.real
    everywhere = (weights * real[:, None]).sum(2) / real.sum(1)[:, None]  # [batch, queries]
    divergence = -everywhere - real.sum(1)[:, None].float().log()
    free = F.relu(divergence - FREE_ROW_DIVERGENCE)
    is_noun = nouns[words.clamp_min(0)] & rows
    earlier = (
        (words[:, :, None] == words[:, None, :])
        & is_noun[:, :, None]
        & torch.ones(longest, longest, dtype=torch.bool).tril(-1)
    )
    repeated = earlier.any(2)
    if not bool(repeated.any()):
        return free[rows].mean()
    mass = torch.logsumexp(weights.masked_fill(~earlier, MASKED), -1)
    repetition = -(REPETITION * mass + (1 - REPETITION) * everywhere)
    free = torch.where(repeated, repetition, free)
    return free[rows].mean()
