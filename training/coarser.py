"""python3 coarser.py FOLDER LEVELS: rounds the matrices of a model to fewer levels, so that it
compresses better. The file format stays the same.
"""

from __future__ import annotations

import sys
from pathlib import Path

from export import write_safetensors
from quantization import quantized
from warm_start import read_model

folder, levels = Path(sys.argv[1]), int(sys.argv[2])
tensors = {}
for name, tensor in read_model(folder).items():
    if tensor.dim() == 2:
        tensors[name], tensors[f'{name}.scale'] = quantized(tensor, levels)
    else:
        tensors[name] = tensor.half()
write_safetensors(tensors, folder / 'model.safetensors')
