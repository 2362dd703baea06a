"""What the model is trained on: translation, and what each supervised head is to look at.

A supervised head's loss is −log of the weight that it puts on the right words, as in Linguistically-Informed
Self-Attention (Strubell et al. 2018).
"""
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from model import MASKED, Model, WordBatch, WordBatches
from prepare import PronounExample, SyntaxExample, TranslationExample

WORD_DROP = 0.12
LABEL_SMOOTHING = 0.1
FARTHEST = 80


def target_batch(examples: list[TranslationExample], start: int, end: int) -> tuple[Tensor, Tensor]:
    """What the decoder sees and what it is to say next. [batch, pieces]; −1 where there is nothing to say"""
    longest = max(len(example.pieces) for example in examples) + 1
    seen = torch.zeros(len(examples), longest, dtype=torch.long)
    said = torch.full((len(examples), longest), -1)
    for row, example in enumerate(examples):
        length = len(example.pieces)
        seen[row, :length + 1] = torch.tensor([start] + example.pieces)
        said[row, :length + 1] = torch.tensor(example.pieces + [end])
    return seen, said


def translation_losses(model: Model, batches: WordBatches, examples: list[TranslationExample], start: int, end: int) -> tuple[Tensor, Tensor]:
    """(cross-entropy of the pieces, −log weight of the linked words)"""
    batch = batches([example.words for example in examples], WORD_DROP)
    seen, said = target_batch(examples, start, end)
    decoded = model.decode(seen, model.encode(batch), batch.bias)
    spoken = said >= 0
    translation = F.cross_entropy(model.logits(decoded[spoken]), said[spoken], label_smoothing=LABEL_SMOOTHING)
    # The row of a piece is the position at which the decoder hears it: one after the beginning.
    links = [(row, piece + 1, word) for row, example in enumerate(examples) for piece, word in example.links]
    weights = model.head('alignment').log_softmax(-1)
    rows, pieces, words = torch.tensor(links).T if links else (torch.zeros(0, dtype=torch.long),) * 3
    return translation, -weights[rows, pieces, words].mean() if links else 0 * translation


def syntax_losses(model: Model, batches: WordBatches, examples: list[SyntaxExample]) -> tuple[Tensor, Tensor, Tensor]:
    """(−log weight of the head, cross-entropy of the parts of speech, −log weight of the previous word)"""
    batch = batches([example.words for example in examples], WORD_DROP)
    # Half of them stand further behind, as words of long texts do, of which there are few.
    encoded = model.encode(batch, first_position=int(torch.randint(2, ()) * torch.randint(FARTHEST, ())))
    real = batch.real
    heads = torch.zeros_like(batch.index)
    tags = torch.zeros_like(batch.index)
    for row, example in enumerate(examples):
        heads[row, :len(example.heads)] = torch.tensor(example.heads)
        tags[row, :len(example.tags)] = torch.tensor(example.tags)
    syntax = F.nll_loss(model.head('syntax').log_softmax(-1)[real], heads[real])
    tagging = F.cross_entropy(model.tagger(encoded[real]), tags[real])
    previous = (torch.arange(real.shape[1]) - 1).clamp_min(0).expand_as(heads)
    return syntax, tagging, F.nll_loss(model.head('previous').log_softmax(-1)[real], previous[real])


def pronoun_losses(model: Model, batches: WordBatches, examples: list[PronounExample]) -> tuple[Tensor, Tensor]:
    """(−log weight of the antecedents, −log weight of every other word on itself)"""
    batch = batches([example.words for example in examples], WORD_DROP)
    model.encode(batch)
    weights = model.head('antecedent').log_softmax(-1)
    right = torch.full((len(examples), weights.shape[1]), MASKED)
    for row, example in enumerate(examples):
        right[row, example.antecedents] = 0.0
    pronouns = torch.tensor([example.pronoun for example in examples])
    rows = torch.arange(len(examples))
    reference = -torch.logsumexp(weights[rows, pronouns] + right, -1).mean()
    others = batch.real.clone()
    others[rows, pronouns] = False
    others[[not example.others_are_alone for example in examples]] = False
    on_itself = torch.diagonal(weights, dim1=1, dim2=2)
    return reference, -on_itself[others].mean() if bool(others.any()) else 0 * reference
