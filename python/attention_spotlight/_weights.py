"""Validates attention weights as models return them, and converts them to one array."""

import numpy as np

from ._tokens import describe

MAX_LAYERS = 64
MAX_HEADS = 64
DIMENSIONS = '[layers, heads, queries, keys]'

# Tolerance of the sum of a row: weights in bfloat16 sum to 1 within this.
ROUNDING = 1e-2

_NO_WEIGHTS = (
    'Hugging Face gives no weights where the kernel keeps none (sdpa, flash attention): '
    "load the model with attn_implementation='eager'"
)


def array_of(name: str, value) -> np.ndarray:
    """Converts a tensor of numpy, PyTorch or another library, or nested lists, to float32."""
    if hasattr(value, 'detach'):
        value = value.detach().cpu().float().numpy()
    try:
        return np.asarray(value, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise TypeError(f'{name}: expected numbers, got {describe(value)} ({error})') from error


def _is_tensor(value) -> bool:
    return hasattr(value, 'shape')


def _layer(index: int, value) -> np.ndarray:
    """Weights of one layer, [heads, queries, keys], possibly with a leading batch dimension of 1.
    """
    name = f'attentions[{index}]'
    if value is None:
        raise TypeError(f'{name}: expected a tensor, got None. {_NO_WEIGHTS}')
    if isinstance(value, tuple | list) and any(_is_tensor(part) for part in value):
        raise TypeError(
            f'{name}: expected a tensor, got a {type(value).__name__} of tensors. generate() '
            'returns a tuple of layers for each token: show one of them, as attentions[0]'
        )
    weights = array_of(name, value)
    if weights.ndim == 4:
        if weights.shape[0] != 1:
            raise ValueError(
                f'{name}: expected a batch of 1 in [batch, heads, queries, keys], got '
                f'{weights.shape[0]}: choose one, as [layer[0] for layer in attentions]'
            )
        return weights[0]
    if weights.ndim != 3:
        raise ValueError(
            f'{name}: expected [batch, heads, queries, keys] or [heads, queries, keys], got '
            f'{weights.ndim} dimensions: {list(weights.shape)}'
        )
    return weights


def _stack(layers) -> np.ndarray:
    """Converts Hugging Face's tuple of layers to one array."""
    arrays = [_layer(index, layer) for index, layer in enumerate(layers)]
    for index, array in enumerate(arrays):
        if array.shape != arrays[0].shape:
            raise ValueError(
                f'attentions[{index}]: expected {list(arrays[0].shape)} [heads, queries, keys], '
                f'as in attentions[0], got {list(array.shape)}'
            )
    return np.stack(arrays)


def _check_numbers(weights: np.ndarray) -> None:
    """Raises ValueError that names the first invalid weight, or the first row that does not sum
    to 1."""

    def place(index) -> str:
        return ', '.join(str(int(part)) for part in index)

    is_weight = (weights >= 0) & (weights <= 1 + ROUNDING)  # false for NaN
    if not is_weight.all():
        index = np.argwhere(~is_weight)[0]
        raise ValueError(
            f'attentions[{place(index)}]: expected a weight from 0 to 1, got '
            f'{weights[tuple(index)]:g} (give the weights after the softmax)'
        )
    sums = weights.sum(axis=-1, dtype=np.float64)
    is_row = (np.abs(sums - 1) <= ROUNDING) | (sums == 0)  # all keys of a query may be masked
    if not is_row.all():
        index = np.argwhere(~is_row)[0]
        raise ValueError(
            f'attentions[{place(index)}]: expected a row of weights that sums to 1, got '
            f'{sums[tuple(index)]:.4g} (in training, dropout changes the sums: call model.eval())'
        )


def weights_of(attentions) -> np.ndarray:
    """Converts weights to one float32 array [layers, heads, queries, keys].

    Accepts such an array of numpy, PyTorch or another library, nested lists, or Hugging Face's
    tuple with a tensor [1, heads, queries, keys] per layer.

    Raises TypeError or ValueError that names what was expected and the value that was given.
    """
    if attentions is None:
        raise TypeError(
            f'attentions: expected weights {DIMENSIONS}, got None: call a Hugging Face model with '
            'output_attentions=True'
        )
    if isinstance(attentions, tuple | list):
        if len(attentions) == 0:
            raise ValueError(f'attentions: expected at least one layer, got none. {_NO_WEIGHTS}')
        weights = _stack(attentions)
    else:
        weights = array_of('attentions', attentions)
        if weights.ndim != 4:
            raise ValueError(
                f'attentions: expected 4 dimensions {DIMENSIONS}, got {weights.ndim}: '
                f'{list(weights.shape)}'
            )
    if weights.size == 0:
        raise ValueError(
            f'attentions: expected at least one of each of {DIMENSIONS}, got {list(weights.shape)}'
        )
    layers, heads = weights.shape[:2]
    if layers > MAX_LAYERS or heads > MAX_HEADS:
        raise ValueError(
            f'attentions: expected at most {MAX_LAYERS} layers and {MAX_HEADS} heads, got '
            f'{layers} and {heads}: show some of them, as attentions[:{MAX_LAYERS}]'
        )
    _check_numbers(weights)
    return np.ascontiguousarray(np.minimum(weights, 1), dtype='<f4')
