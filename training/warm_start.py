"""Initializes a new model from an earlier one with smaller vocabularies and feed-forward layers
by copying the common part.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import torch
from examples import Prepared
from model import Config, Model
from torch import Tensor

TYPES = {'I8': np.int8, 'F16': np.float16, 'F32': np.float32}


def read_model(folder: Path) -> dict[str, Tensor]:
    """Tensors of model.safetensors as float32, with scales applied."""
    data = (folder / 'model.safetensors').read_bytes()
    size = struct.unpack('<Q', data[:8])[0]
    header = json.loads(data[8 : 8 + size])
    arrays = {}
    for name, entry in header.items():
        if name != '__metadata__':
            begin, end = (8 + size + offset for offset in entry['data_offsets'])
            arrays[name] = (
                np.frombuffer(data[begin:end], TYPES[entry['dtype']])
                .reshape(entry['shape'])
                .astype(np.float32)
            )
    scaled = {
        name: array * arrays[f'{name}.scale'][:, None] if f'{name}.scale' in arrays else array
        for name, array in arrays.items()
    }
    return {
        name: torch.tensor(array) for name, array in scaled.items() if not name.endswith('.scale')
    }


def read_tokenizer(folder: Path) -> dict:
    return json.loads((folder / 'tokenizer.json').read_text(encoding='utf8'))


def spelled_by(token: str, known: dict[str, int]) -> list[int]:
    """Decomposes a token into the longest earlier tokens that fit. Earlier tokens are in lower
    case.
    """
    for spelling in (token, token.lower()):
        if spelling in known:
            return [known[spelling]]
    ids, start, spelling = [], 0, token.lower()
    while start < len(spelling):
        length = next(
            (
                n
                for n in range(len(spelling) - start, 0, -1)
                if spelling[start : start + n] in known
            ),
            0,
        )
        if length:
            ids.append(known[spelling[start : start + length]])
        start += length or 1
    return ids


def grown_words(table: Tensor, old: dict[str, int], new: dict[str, int]) -> Tensor:
    """Grows a word table. With n·k word buckets, each row starts as the row of the n buckets that
    the same hash selects; n-grams keep their buckets.
    """
    if new['words'] % old['words'] or new['grams'] != old['grams']:
        raise ValueError(f'expected a multiple of the buckets {old}, got {new}')
    return torch.cat(
        [table[: old['words']].repeat(new['words'] // old['words'], 1), table[old['words'] :]]
    )


def earlier_model(prepared: Prepared, folder: Path) -> Model:
    """Reads the model in a folder, whose target vocabulary must equal the prepared one."""
    tensors = read_model(folder)
    tokenizer = read_tokenizer(folder)
    if tokenizer['pieces'] != prepared.vocabulary:
        raise ValueError(f'expected the prepared vocabulary in {folder}, got another')
    tensors['word_embedding.weight'] = grown_words(
        tensors['word_embedding.weight'], tokenizer['buckets'], prepared.buckets
    )
    config = json.loads((folder / 'config.json').read_text(encoding='utf8'))
    model = Model(
        Config(
            len(prepared.vocabulary),
            len(tensors['word_embedding.weight']),
            feedforward_dim=config['feedforwardDim'],
        )
    )
    model.load_state_dict({**model.state_dict(), **tensors})
    return model.eval()


def grown_feedforward(tensors: dict[str, Tensor], fresh: dict[str, Tensor]) -> None:
    """Adds hidden units with random input weights and zero output weights, which contribute
    nothing.
    """
    for name in [name for name in tensors if 'feedforward.linear' in name]:
        earlier, grown = tensors[name], fresh[name].clone()
        if name.endswith('linear2.weight'):
            grown.zero_()
        grown[tuple(slice(size) for size in earlier.shape)] = earlier
        tensors[name] = grown


def warm_start(model: Model, prepared: Prepared, folder: Path) -> None:
    tensors = read_model(folder)
    tokenizer = read_tokenizer(folder)
    known = {token: index for index, token in enumerate(tokenizer['pieces'])}
    tensors['word_embedding.weight'] = grown_words(
        tensors['word_embedding.weight'], tokenizer['buckets'], prepared.buckets
    )
    tokens = [spelled_by(token, known) for token in prepared.vocabulary]
    fresh = model.state_dict()
    for name in ('piece_embedding.weight', 'output_bias'):
        rows = [
            tensors[name][ids].mean(0) if ids else fresh[name][index]
            for index, ids in enumerate(tokens)
        ]
        tensors[name] = torch.stack(rows)
    grown_feedforward(tensors, fresh)
    # Equal rows that are always used together would stay equal; a little noise separates them.
    for name in ('word_embedding.weight', 'piece_embedding.weight'):
        tensors[name] = tensors[name] + 0.02 * tensors[name].std() * torch.randn_like(tensors[name])
    model.load_state_dict({**fresh, **tensors})
