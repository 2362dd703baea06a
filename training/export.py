"""Exports the trained model to models/default: int8 with a float16 scale per row (safetensors),
config.json, tokenizer.json.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

import torch
from examples import Prepared
from model import ROLES, Model
from quantization import levels_of, quantized
from torch import Tensor

NOT_SHIPPED = ('tagger.',)


def shipped_tensors(model: Model) -> dict[str, Tensor]:
    tensors: dict[str, Tensor] = {}
    for name, parameter in model.named_parameters():
        if name.startswith(NOT_SHIPPED):
            continue
        if parameter.dim() == 2:
            tensors[name], tensors[f'{name}.scale'] = quantized(parameter.data, levels_of(name))
        else:
            tensors[name] = parameter.data.half()
    return tensors


def as_shipped(model: Model) -> Model:
    """Returns the model with the numbers that its file stores."""
    tensors = shipped_tensors(model)
    for name, parameter in model.named_parameters():
        if name in tensors:
            scale = tensors.get(f'{name}.scale')
            parameter.data = tensors[name].float() * (
                scale.float()[:, None] if scale is not None else 1.0
            )
    return model


def write_safetensors(tensors: dict[str, Tensor], path: Path) -> None:
    names = {torch.int8: 'I8', torch.float16: 'F16', torch.float32: 'F32'}
    # Tensors are sorted by element size, because two-byte numbers must begin at even offsets.
    ordered = sorted(tensors.items(), key=lambda entry: -entry[1].element_size())
    header, blobs, offset = {}, [], 0
    for name, tensor in ordered:
        blob = tensor.contiguous().numpy().tobytes()
        header[name] = {
            'dtype': names[tensor.dtype],
            'shape': list(tensor.shape),
            'data_offsets': [offset, offset + len(blob)],
        }
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps(header, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 8)
    path.write_bytes(struct.pack('<Q', len(text)) + text + b''.join(blobs))


def export(model: Model, prepared: Prepared, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    config = model.config
    roles = {where: role for role, where in ROLES.items()}
    layers = [
        ('encoder', config.encoder_layers),
        ('decoder', config.decoder_layers),
        ('cross', config.decoder_layers),
    ]
    write_safetensors(shipped_tensors(model), folder / 'model.safetensors')
    write_json(
        folder / 'config.json',
        {
            'embedDim': config.embed_dim,
            'numHeads': config.num_heads,
            'feedforwardDim': config.feedforward_dim,
            'encoderLayers': config.encoder_layers,
            'decoderLayers': config.decoder_layers,
            'heads': [
                {
                    'attention': attention,
                    'layer': layer,
                    'head': head,
                    'role': roles.get((attention, layer, head)),
                    'measures': [],  # filled in by measuring
                    'failures': [],
                }
                for attention, count in layers
                for layer in range(count)
                for head in range(config.num_heads)
            ],
        },
    )
    write_json(
        folder / 'tokenizer.json', {'buckets': prepared.buckets, 'pieces': prepared.vocabulary}
    )


def write_json(path: Path, value: dict | list) -> None:
    path.write_text(
        json.dumps(value, ensure_ascii=False, separators=(',', ':')) + '\n', encoding='utf8'
    )
