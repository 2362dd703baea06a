"""Exported results of analyses, read in Python with numpy, safetensors, csv and json."""

import csv
import hashlib
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np
from safetensors import safe_open

from attention_spotlight import maps, show

REPOSITORY = Path(__file__).parents[2]


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        program = Path(__file__).parent / 'export.mjs'
        subprocess.run(['node', program, cls.folder], cwd=REPOSITORY, check=True)
        cls.expected = json.loads((cls.folder / 'expected.json').read_text('utf-8'))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def arrays(self, result):
        return np.load(self.folder / f'{result}.npz')  # NumPy rejects pickled arrays by default.

    def about(self, result):
        return json.loads(str(self.arrays(result)['about']))

    def test_numpy_reads_the_numbers(self):
        for result, tensors in self.expected['tensors'].items():
            arrays = self.arrays(result)
            for name, tensor in tensors.items():
                with self.subTest(result=result, name=name):
                    expected = np.float32(tensor['data']).reshape(tensor['shape'])
                    self.assertEqual(arrays[name].dtype, np.float32)
                    np.testing.assert_array_equal(arrays[name], expected)
            self.assertEqual({'about', *self.about(result)['tensors']}, set(arrays.files))

    def test_all_formats_agree(self):
        for result in ('lens', 'heads', 'effects', 'patch', 'weights'):
            arrays, about = self.arrays(result), self.about(result)
            whole = json.loads((self.folder / f'{result}.json').read_text('utf-8'))
            with (
                self.subTest(result),
                safe_open(self.folder / f'{result}.safetensors', 'numpy') as file,
            ):
                self.assertEqual(json.loads(file.metadata()['about']), about)
                self.assertEqual(whole['about'], about)
                self.assertEqual(set(file.keys()), set(about['tensors']))
                for name in about['tensors']:
                    np.testing.assert_array_equal(file.get_tensor(name), arrays[name])
                    nested = np.array(whole['values'][name], np.float32)
                    np.testing.assert_array_equal(nested, arrays[name])
                self.compare_table(result, arrays, about)

    def compare_table(self, result, arrays, about):
        with (self.folder / f'{result}.csv').open(encoding='utf-8-sig', newline='') as file:
            self.assertEqual(json.loads(next(csv.reader(file))[1]), about)
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), sum(arrays[name].size for name in about['tensors']))
        for row in rows:
            axes = about['tensors'][row['name']]['axes']
            at = tuple(int(row[f'{axis}_from_0']) for axis in axes)
            np.testing.assert_array_equal(np.float32(row['value']), arrays[row['name']][at])

    def test_they_say_what_they_are(self):
        about = self.about('effects')
        self.assertEqual(about['analysis'], 'knockOut')
        self.assertEqual(about['precision'], 'float32')
        self.assertEqual(about['kind'], 'zero')
        self.assertEqual(
            about['intervention'],
            {'ablateHeads': [{'attention': 'decoder', 'layer': 0, 'head': 3}]},
        )
        self.assertEqual(about['input']['tokens'], self.expected['tokens'])
        self.assertEqual(self.about('heads')['seed'], 5)
        for file in about['model']['files']:
            content = (REPOSITORY / 'models/stories' / file['name']).read_bytes()
            self.assertEqual(file['size'], len(content))
            self.assertEqual(file['sha256'], hashlib.sha256(content).hexdigest())

    def test_show_takes_their_maps(self):
        found = maps(self.folder / 'patch.npz')
        self.assertEqual(set(found), {'recovery'})
        view = show(found['recovery'])
        self.assertEqual(view.map.columns, self.about('patch')['inputs']['corrupted']['tokens'])
        self.assertIn('patchActivations: recovery', view._repr_html_())
        places = maps(self.folder / 'lens.npz')['rank']
        self.assertEqual(places.rows[0], 'decoder.0.residualPre')
        with self.assertRaisesRegex(ValueError, 'expected a result of attention-spotlight'):
            np.savez(self.folder / 'other.npz', a=np.zeros(3))
            maps(self.folder / 'other.npz')
