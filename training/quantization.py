"""Whole numbers instead of weights: each row symmetric about 0, by its largest number."""

from __future__ import annotations

import torch
from torch import Tensor

# The largest whole number of a row. The file holds int8 whatever it is; the fewer levels are used,
# the smaller it is compressed. Tables of vectors are trained with theirs (see `rounded`), other
# matrices lose nothing by theirs.
TABLE_LEVELS, MATRIX_LEVELS = 15, 63


def levels_of(name: str) -> int:
    """name: of a parameter of two dimensions"""
    return TABLE_LEVELS if 'embedding' in name else MATRIX_LEVELS


def quantized(matrix: Tensor, levels: int) -> tuple[Tensor, Tensor]:
    """(int8 [rows, columns] in −levels … levels, float16 [rows])"""
    scales = (matrix.abs().amax(1) / levels).clamp_min(1e-7).half()
    whole = (matrix / scales.float()[:, None]).round().clamp(-levels, levels)
    return whole.to(torch.int8), scales


class Rounded(torch.autograd.Function):
    """What the file will hold, with the derivative of the identity (Bengio, Léonard & Courville
    2013).
    """

    @staticmethod
    def forward(ctx, table: Tensor) -> Tensor:
        scales = (table.abs().amax(1, keepdim=True) / TABLE_LEVELS).clamp_min(1e-7)
        return (table / scales).round_().mul_(scales)

    @staticmethod
    def backward(ctx, gradient: Tensor) -> Tensor:
        return gradient


def rounded(table: Tensor) -> Tensor:
    """[rows, columns]: the weights that a table of vectors is trained with."""
    return Rounded.apply(table)
