"""Maps of numbers of either sign: effects of heads, or what tokens carry, by layer."""

import html
import json
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ._tokens import tokens_of
from ._weights import array_of

MAX_NUMBERS = 2**15  # 64 layers of 512 tokens

# Blue is below 0, orange above: a pair that color-blind people tell apart. The largest number is
# not opaque, so that it can be read in light and dark notebooks.
_BELOW, _ABOVE, _OPACITY = '31 119 180', '255 127 14', 0.7

_STYLE = """
<style>
  .spotlight-map { overflow: auto; max-height: 80vh; }
  .spotlight-map table { border-spacing: 1px; font: 12px/1.5 sans-serif; }
  .spotlight-map caption { text-align: left; font-weight: bold; white-space: nowrap; }
  .spotlight-map th { font-weight: normal; white-space: pre; text-align: right; padding: 1px 6px; }
  .spotlight-map td { text-align: right; padding: 1px 4px; font-variant-numeric: tabular-nums; }
</style>
"""

_PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'"
    />
    <title>{title}</title>
    <style>:root {{ color-scheme: light dark; }}</style>
  </head>
  <body>{table}</body>
</html>
"""


class Map(NamedTuple):
    """Numbers [rows, columns] with what they are.

    NaN stands for what was not computed. Labels that are None are counted from 0.
    """

    values: np.ndarray
    rows: list[str] | None = None
    columns: list[str] | None = None
    row_axis: str = 'layer'
    column_axis: str = 'head'
    title: str = ''


def maps(path) -> dict[str, Map]:
    """The maps of an npz file that `exportResult` of attention-spotlight/analysis wrote, by name.

    Its tensors of other dimensions are read with numpy.load.
    """
    with np.load(path) as file:
        if 'about' not in file:
            raise ValueError(f'{path}: expected a result of attention-spotlight, got no about')
        about = json.loads(str(file['about']))
        found = {}
        for name, tensor in about['tensors'].items():
            if len(tensor['axes']) != 2:
                continue
            row_axis, column_axis = tensor['axes']
            labels = tensor.get('labels', {})
            found[name] = Map(
                file[name],
                labels.get(row_axis),
                labels.get(column_axis),
                row_axis,
                column_axis,
                f'{about["analysis"]}: {name}, {tensor["is"]}',
            )
    return found


def is_map(value) -> bool:
    """True for a `Map`, and for an array, tensor, or list of lists of two dimensions."""
    if isinstance(value, Map):
        return True
    if hasattr(value, 'ndim'):
        return value.ndim == 2
    return isinstance(value, list | tuple) and all(_is_row(row) for row in value) and len(value) > 0


def _is_row(value) -> bool:
    return isinstance(value, list | tuple) and all(
        cell is None or isinstance(cell, int | float) for cell in value
    )


class MapView:
    """A map as a table in its colors, which a cell displays if it is the last expression."""

    def __init__(self, given, tokens=None, rows=None, title=None):
        known = given if isinstance(given, Map) else Map(given)
        values = array_of('values', known.values)
        if values.ndim != 2 or values.size == 0:
            raise ValueError(f'values: expected [rows, columns], got {list(values.shape)}')
        if values.size > MAX_NUMBERS:
            raise ValueError(f'values: expected at most {MAX_NUMBERS} numbers, got {values.size}')
        self.map = Map(
            values,
            _labels('rows', known.rows if rows is None else rows, values.shape[0]),
            _labels('tokens', known.columns if tokens is None else tokens, values.shape[1]),
            known.row_axis,
            known.column_axis if tokens is None else 'token',
            known.title if title is None else str(title),
        )

    def _repr_html_(self) -> str:
        values, rows, columns, row_axis, column_axis, title = self.map
        finite = values[np.isfinite(values)]
        largest = float(np.abs(finite).max()) if finite.size else 0.0
        decimals = _decimals_of(finite, largest)
        limits = f'{finite.min():.3g} … {finite.max():.3g}' if finite.size else ''
        corner = f'{row_axis} \\ {column_axis}'
        names = [corner, *_named(columns, values.shape[1])]
        head = ''.join(f'<th scope="col">{html.escape(name)}</th>' for name in names)
        body = ''.join(
            f'<tr><th scope="row">{html.escape(name)}</th>{_cells(row, largest, decimals)}</tr>'
            for name, row in zip(_named(rows, values.shape[0]), values, strict=True)
        )
        caption = html.escape(' '.join(part for part in (title, limits) if part))
        return (
            f'{_STYLE}<div class="spotlight-map" tabindex="0"><table><caption>{caption}</caption>'
            f'<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )

    def to_html(self) -> str:
        """A self-contained page with the table."""
        title = html.escape(self.map.title or 'Map')
        return _PAGE.format(title=title, table=self._repr_html_())

    def save_html(self, path) -> Path:
        """Writes the page of `to_html` to a file."""
        file = Path(path)
        file.write_text(self.to_html(), 'utf-8')
        return file


def _labels(name, given, count: int) -> list[str] | None:
    if given is None:
        return None
    labels = tokens_of(name, given)
    if len(labels) != count:
        raise ValueError(f'{name}: expected {count} texts, got {len(labels)}')
    return labels


def _named(labels: list[str] | None, count: int) -> list[str]:
    return [str(at) for at in range(count)] if labels is None else labels


def _decimals_of(values, largest: float) -> int:
    """Decimals that show three digits of the largest number."""
    if largest == 0 or (values == np.round(values)).all():
        return 0
    return max(0, 2 - math.floor(math.log10(largest)))


def _cells(row, largest: float, decimals: int) -> str:
    return ''.join(_cell(float(value), largest, decimals) for value in row)


def _cell(value: float, largest: float, decimals: int) -> str:
    if not math.isfinite(value):
        return '<td>·</td>'
    opacity = _OPACITY * abs(value) / largest if largest else 0
    style = f'background: rgb({_ABOVE if value > 0 else _BELOW} / {opacity:.2f})'
    shown = round(value, decimals) + 0.0  # no -0.00
    return f'<td style="{style}" title="{value:.6g}">{shown:.{decimals}f}</td>'
