"""The widget without a notebook: its attributes, its selection, and the HTML page that it saves."""

import contextlib
import html
import json
import re
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
from traitlets import TraitError

import attention_spotlight
from attention_spotlight import Selection, show
from attention_spotlight._page import static_file

REPOSITORY = Path(__file__).parents[2]
TOKENS = ['</script><script>alert(1)</script>', '<!--', '爱', '$module']
WEIGHTS = np.full((2, 3, 4, 4), 0.25, np.float32)


class Attributes(unittest.TestCase):
    def test_they_are_checked(self):
        for attributes, message in (
            ({'layer': 2}, 'layer: expected 0 to 1, got 2'),
            ({'head': 3}, 'head: expected 0 to 2, got 3'),
            ({'query': -1}, 'query: expected 0 to 3, got -1'),
            ({'cell': (0, 4)}, r'cell: expected \(query, key\) up to \(3, 3\), got \(0, 4\)'),
            ({'view': 'beams'}, "'view' .* not the str 'beams'"),
        ):
            with self.subTest(attributes), self.assertRaisesRegex(TraitError, message):
                show(WEIGHTS, TOKENS, **attributes)
        with self.assertRaisesRegex(TypeError, 'heads: expected one of cell, head'):
            show(WEIGHTS, TOKENS, heads=1)
        widget = show(WEIGHTS, TOKENS, layer=1)
        with self.assertRaisesRegex(TraitError, 'layer: expected 0 to 1, got 7'):
            widget.layer = 7
        self.assertEqual(widget.layer, 1)

    def test_what_is_selected(self):
        widget = show(WEIGHTS[..., :2] * 2, TOKENS, ['x', 'y'], layer=1)
        self.assertEqual(widget.selection, Selection(1, 0, None, None, None, None, None))
        widget.query = 2
        self.assertEqual(widget.selection[2:4], (2, '爱'))
        widget.cell = (3, 1)
        self.assertEqual(widget.selection, Selection(1, 0, 3, '$module', 1, 'y', 0.5))
        np.testing.assert_array_equal(widget.weights, WEIGHTS[..., :2] * 2)


class Page(unittest.TestCase):
    def test_tokens_are_text_in_a_saved_page(self):
        with tempfile.TemporaryDirectory() as folder:
            file = show(WEIGHTS, TOKENS, layer=1, cell=(1, 2)).save_html(Path(folder) / 'page.html')
            page = file.read_text('utf-8')
        self.assertEqual(page.count('</script>'), 3)  # The script tags of the template.
        self.assertEqual(page.count('<script'), 3)
        self.assertNotIn('<!--', page)
        content = page.split('<script type="application/json">')[1].split('</script>')[0]
        data = json.loads(content)
        self.assertEqual(data['tokens'], TOKENS)
        self.assertEqual(data['shape'], [2, 3, 4, 4])
        self.assertEqual(data['state']['cell'], {'matrix': 'attention', 'row': 1, 'column': 2})
        self.assertIn('Redistribution and use in source and binary forms', page)

    def test_to_html_is_the_page_that_save_html_writes(self):
        widget = show(WEIGHTS, TOKENS, head=2, lang='zh')
        page = widget.to_html()
        self.assertIsInstance(page, str)
        with tempfile.TemporaryDirectory() as folder:
            file = widget.save_html(Path(folder) / 'page.html')
            self.assertEqual(file.read_bytes(), page.encode('utf-8'))
        widget.head = 1  # The selection at the time of the call.
        self.assertNotEqual(widget.to_html(), page)

    def test_it_survives_in_the_attribute_of_a_frame(self):
        page = show(WEIGHTS, TOKENS).to_html()
        frame = f'<iframe srcdoc="{html.escape(page)}"></iframe>'
        parser = Attribute()
        parser.feed(frame)
        self.assertEqual(parser.srcdoc, page)


class Attribute(HTMLParser):
    """Reads the source of a frame from its attribute, as a browser does."""

    srcdoc = None

    def handle_starttag(self, tag, attrs):
        self.srcdoc = dict(attrs)['srcdoc']


class Package(unittest.TestCase):
    def test_its_version_is_that_of_the_npm_package(self):
        npm = json.loads((REPOSITORY / 'package.json').read_text())
        project = (REPOSITORY / 'python/pyproject.toml').read_text()
        self.assertIn(f'version = "{npm["version"]}"', project)

    def test_its_readme_names_what_the_attributes_take(self):
        values = json.loads(static_file('values.json').read_text())
        for page in ('README.md', 'README.zh.md'):
            readme = (REPOSITORY / 'python' / page).read_text('utf-8')
            for name in (name for names in values.values() for name in names):
                self.assertIn(f"`'{name}'`", readme)

    def test_the_programs_of_its_readme_run(self):
        for page in ('README.md', 'README.zh.md'):
            readme = (REPOSITORY / 'python' / page).read_text('utf-8')
            blocks = re.findall(r'```python\n(.*?)```', readme, re.DOTALL)
            own = [block for block in blocks if not re.search(r'transformers|outputs\.', block)]
            self.assertEqual(len(blocks) - len(own), 2)  # The other blocks need a model.
            names = {}
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                exec('\n'.join(own), names)
            said = re.search(r'(Selection\(.*\d)…\)', readme)[1]
            names['widget'].head = 0
            self.assertTrue(repr(names['widget'].selection).startswith(said), said)

    def test_it_is_the_installed_one(self):
        self.assertIn('site-packages', attention_spotlight.__file__)
