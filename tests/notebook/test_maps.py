"""Maps of positive and negative numbers, which `show` accepts like attention weights."""

import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

import numpy as np

from attention_spotlight import Map, MapView, show

VALUES = np.array([[0.5, -1, 0], [np.nan, 2, 0.25]], np.float32)
HOSTILE = ['</td><script>alert(1)</script>', '<b>', '爱']


class Table(HTMLParser):
    """Collects the texts of headers and cells, and the background colors of cells."""

    def __init__(self, page):
        super().__init__()
        self.cells, self.backgrounds, self.tags = [], [], set()
        self.is_in_cell = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.is_in_cell = tag in ('td', 'th')
        if self.is_in_cell:
            self.cells.append('')
        if tag == 'td':
            self.backgrounds.append(dict(attrs).get('style'))

    def handle_endtag(self, tag):
        self.is_in_cell = False

    def handle_data(self, data):
        if self.is_in_cell:
            self.cells[-1] += data


class Maps(unittest.TestCase):
    def table(self, view):
        self.assertIsInstance(view, MapView)
        return Table(view._repr_html_())

    def test_layers_and_heads(self):
        table = self.table(show(VALUES))
        self.assertEqual(table.cells[:4], ['layer \\ head', '0', '1', '2'])
        self.assertEqual(table.cells[4:8], ['0', '0.50', '-1.00', '0.00'])
        self.assertEqual(table.cells[8:], ['1', '·', '2.00', '0.25'])

    def test_digits_are_those_that_the_largest_needs(self):
        cells = lambda *values: self.table(show([list(values)])).cells[-len(values) :]  # noqa: E731
        self.assertEqual(cells(1, 471, -3), ['1', '471', '-3'])
        self.assertEqual(cells(0.0123, -0.00001), ['0.0123', '0.0000'])
        self.assertEqual(cells(123.4, 0.5), ['123', '0'])

    def test_colors_are_those_of_the_sign_in_proportion_to_the_largest(self):
        orange, blue = 'background: rgb(255 127 14 / {})', 'background: rgb(31 119 180 / {})'
        self.assertEqual(
            self.table(show(VALUES)).backgrounds,
            [
                *(orange.format('0.17'), blue.format('0.35'), blue.format('0.00')),
                *(None, orange.format('0.70'), orange.format('0.09')),
            ],
        )
        self.assertEqual(self.table(show(np.zeros((1, 1)))).backgrounds, [blue.format('0.00')])

    def test_tokens_and_titles_are_text(self):
        table = self.table(show(VALUES, HOSTILE, rows=['<i>', 'b'], title='<script>'))
        self.assertEqual(table.cells[:4], ['layer \\ token', *HOSTILE])
        self.assertEqual(table.cells[4], '<i>')
        self.assertFalse({'script', 'i', 'b'} & table.tags)

    def test_a_map_with_labels(self):
        given = Map(VALUES, ['early', 'late'], HOSTILE, 'place', 'token', 'rank')
        self.assertEqual(self.table(show(given)).cells[:5], ['place \\ token', *HOSTILE, 'early'])
        self.assertIn('<caption>rank -1 … 2</caption>', show(given)._repr_html_())
        self.assertIn('<caption>other -1 … 2</caption>', show(given, title='other')._repr_html_())

    def test_lists_as_json_has_them(self):
        view = show([[0.5, -1, 0], [None, 2, 0.25]])
        np.testing.assert_array_equal(view.map.values, VALUES)

    def test_a_page(self):
        view = show(VALUES, title='</title>')
        with tempfile.TemporaryDirectory() as folder:
            page = view.save_html(Path(folder) / 'map.html').read_text('utf-8')
        self.assertEqual(page, view.to_html())
        self.assertEqual(page.count('</title>'), 1)
        self.assertNotIn('script', Table(page).tags)

    def test_what_does_not_fit(self):
        def refused(message, error, *given, **attributes):
            with self.assertRaisesRegex(error, message):
                show(*given, **attributes)

        refused('tokens: expected 3 texts, got 1', ValueError, VALUES, ['a'])
        refused('rows: expected 2 texts, got 3', ValueError, VALUES, rows=['a', 'b', 'c'])
        refused('key_tokens: expected none with a map', TypeError, VALUES, None, ['a'])
        refused('layer: expected one of rows, title', TypeError, VALUES, layer=1)
        refused(r'expected \[rows, columns\], got \[0, 3\]', ValueError, np.zeros((0, 3)))
        refused('at most 32768 numbers, got 33000', ValueError, np.zeros((330, 100)))
        refused('expected 4 dimensions', ValueError, np.zeros((1, 2, 3)), ['a'])
        refused('tokens: expected a list of texts, got NoneType', TypeError, np.ones((1, 1, 1, 1)))
