"""npm run train -- --data DIR: trains models/default on public text."""

from __future__ import annotations

import argparse
import math
import pickle
from pathlib import Path

import torch
from back_translate import add_back_translations
from calibrate import ablations, calibrate
from export import as_shipped, export, write_json
from prepare import prepare
from previous import fit_previous
from reference import write_reference
from train import train

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument(
    '--data', type=Path, required=True, help='the folder with the public text of manifest.json'
)
parser.add_argument(
    '--work', type=Path, required=True, help='where what is prepared and the checkpoint are kept'
)
parser.add_argument('--model', type=Path, help='the folder that the model is written to')
parser.add_argument(
    '--reference', type=Path, help='where what PyTorch gives is written, for the tests'
)
parser.add_argument('--steps', type=int, default=80_000)
parser.add_argument(
    '--minutes', type=float, default=math.inf, help='end after so long, however few the steps'
)
parser.add_argument(
    '--begin-as', type=Path, help='the folder of an earlier model of the same shape to begin with'
)
parser.add_argument(
    '--back-translate',
    action='store_true',
    help='let the earlier model translate sentences that have no translation',
)
parser.add_argument(
    '--finish', type=int, default=0, help='so many steps more, at a small learning rate'
)
parser.add_argument('--threads', type=int, default=1)
parser.add_argument('--prepare-only', action='store_true', help='cut the texts and stop')
arguments = parser.parse_args()

torch.set_num_threads(arguments.threads)
prepared_file = arguments.work / 'prepared.pickle'
if prepared_file.exists():
    with Path(prepared_file).open('rb') as file:
        prepared = pickle.load(file)
else:
    prepared = prepare(arguments.data, arguments.work)
if arguments.back_translate:
    add_back_translations(prepared, arguments.begin_as, arguments.data, arguments.work)
if not arguments.prepare_only:
    model = train(
        prepared,
        arguments.work / 'checkpoint.pt',
        arguments.steps,
        arguments.minutes,
        arguments.begin_as,
        arguments.finish,
    )
    model = as_shipped(model)
    print('loss of the previous-token head:', fit_previous(model, prepared))
    print('temperatures folded into the query projections:', calibrate(model, prepared))
    export(model, prepared, arguments.model)
    model = as_shipped(model)
    write_json(arguments.work / 'ablations.json', ablations(model, prepared))
    write_reference(model, prepared, arguments.reference)
