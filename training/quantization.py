"""Integer quantization of weights: symmetric, with one scale per row."""

from __future__ import annotations

import torch
from torch import Tensor

# Largest integer in a row. The file stores int8 in any case, but fewer levels compress better.
# Embedding tables are trained with quantization (see `rounded`); other matrices lose nothing by it.
TABLE_LEVELS, MATRIX_LEVELS = 15, 63


def levels_of(name: str) -> int:
    """Number of levels for a parameter with two dimensions, by its name."""
    return TABLE_LEVELS if 'embedding' in name else MATRIX_LEVELS


def quantized(matrix: Tensor, levels: int) -> tuple[Tensor, Tensor]:
    """Quantizes a matrix. Returns int8 [rows, columns] in −levels … levels, and float16 scales
    [rows].
    """
    scales = (matrix.abs().amax(1) / levels).clamp_min(1e-7).half()
    whole = (matrix / scales.float()[:, None]).round().clamp(-levels, levels)
    return whole.to(torch.int8), scales


class Rounded(torch.autograd.Function):
    """Straight-through estimator: rounded values forward, identity gradient backward (Bengio,
    Léonard & Courville 2013).
    """

    @staticmethod
    def forward(ctx, table: Tensor) -> Tensor:
        scales = (table.abs().amax(1, keepdim=True) / TABLE_LEVELS).clamp_min(1e-7)
        return (table / scales).round_().mul_(scales)

    @staticmethod
    def backward(ctx, gradient: Tensor) -> Tensor:
        return gradient


def rounded(table: Tensor) -> Tensor:
    """Rounds an embedding table [rows, columns] for quantization-aware training."""
    return Rounded.apply(table)
