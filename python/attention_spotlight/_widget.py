"""The notebook widget: the element, whose selection is synchronized with Python."""

import json
from pathlib import Path
from typing import NamedTuple

import anywidget
import numpy as np
import traitlets

from ._maps import MapView, is_map
from ._page import page_of, static_file
from ._tokens import check_lengths, tokens_of
from ._weights import weights_of

_ATTRIBUTES = {'layer', 'head', 'query', 'cell', 'view', 'lang', 'theme'}
_VALUES = json.loads(static_file('values.json').read_text('utf-8'))


class Selection(NamedTuple):
    """The selection. A query or key that is not selected is None, and so is its token."""

    layer: int
    head: int
    query: int | None
    query_token: str | None
    key: int | None
    key_token: str | None
    weight: float | None


def _shared(trait: traitlets.TraitType) -> traitlets.TraitType:
    """A trait that is synchronized between Python and the page."""
    return trait.tag(sync=True)


class AttentionWidget(anywidget.AnyWidget):
    """Attention weights in a notebook, with the selection synchronized in both directions.

    layer, head: from 0.
    query: the query token, from 0; None: chosen by the element.
    cell: the pinned cell, (query, key), or None.
    view: name of the view.
    lang: language of the interface.
    theme: the colors; 'auto': those of the notebook.
    """

    _esm = static_file('widget.js')

    layer = _shared(traitlets.Int(0))
    head = _shared(traitlets.Int(0))
    query = _shared(traitlets.Int(None, allow_none=True))
    cell = _shared(
        traitlets.Tuple(traitlets.Int(), traitlets.Int(), default_value=None, allow_none=True)
    )
    view = _shared(traitlets.Enum(_VALUES['view'], 'steps'))
    lang = _shared(traitlets.Enum(_VALUES['lang'], 'auto'))
    theme = _shared(traitlets.Enum(_VALUES['theme'], 'auto'))

    _tokens = _shared(traitlets.List(traitlets.Unicode()))
    _key_tokens = _shared(traitlets.List(traitlets.Unicode(), default_value=None, allow_none=True))
    _weights = _shared(traitlets.Bytes())
    _shape = _shared(traitlets.List(traitlets.Int()))

    def __init__(self, attentions, tokens, key_tokens=None, **attributes):
        unknown = sorted(attributes.keys() - _ATTRIBUTES)
        if unknown:
            expected = ', '.join(sorted(_ATTRIBUTES))
            raise TypeError(f'{unknown[0]}: expected one of {expected}')
        weights = weights_of(attentions)
        queries = tokens_of('tokens', tokens)
        keys = None if key_tokens is None else tokens_of('key_tokens', key_tokens)
        check_lengths(weights.shape, queries, keys)
        super().__init__(
            _tokens=queries,
            _key_tokens=keys,
            _weights=weights.tobytes(),
            _shape=list(weights.shape),
            **attributes,
        )

    @property
    def weights(self) -> np.ndarray:
        """The weights, [layers, heads, queries, keys]."""
        return np.frombuffer(self._weights, dtype='<f4').reshape(self._shape)

    @property
    def selection(self) -> Selection:
        """The selected head, query and key, with their weight."""
        query, key = self.cell or (self.query, None)
        keys = self._key_tokens or self._tokens
        return Selection(
            self.layer,
            self.head,
            query,
            None if query is None else self._tokens[query],
            key,
            None if key is None else keys[key],
            None if key is None else float(self.weights[self.layer, self.head, query, key]),
        )

    def to_html(self) -> str:
        """A self-contained page that shows the weights and the selection."""
        data = {'tokens': self._tokens, 'keyTokens': self._key_tokens, 'shape': self._shape}
        cell = self.cell and {'matrix': 'attention', 'row': self.cell[0], 'column': self.cell[1]}
        state = {
            **{name: getattr(self, name) for name in ('layer', 'head', 'view', 'lang', 'theme')},
            **{'query': -1 if self.query is None else self.query, 'cell': cell},
        }
        return page_of(data, state, self._weights)

    def save_html(self, path) -> Path:
        """Writes the page of `to_html` to a file."""
        file = Path(path)
        file.write_text(self.to_html(), 'utf-8')
        return file

    @traitlets.validate('layer', 'head', 'query')
    def _validate_index(self, proposal):
        name, value = proposal['trait'].name, proposal['value']
        size = self._shape[{'layer': 0, 'head': 1, 'query': 2}[name]]
        if value is not None and not 0 <= value < size:
            raise traitlets.TraitError(f'{name}: expected 0 to {size - 1}, got {value}')
        return value

    @traitlets.validate('cell')
    def _validate_cell(self, proposal):
        value = proposal['value']
        queries, keys = self._shape[2:]
        if value is not None and not (0 <= value[0] < queries and 0 <= value[1] < keys):
            most = (queries - 1, keys - 1)
            raise traitlets.TraitError(f'cell: expected (query, key) up to {most}, got {value}')
        return value


def show(attentions, tokens=None, key_tokens=None, **attributes) -> AttentionWidget | MapView:
    """Attention weights as a widget, which a cell displays if it is the last expression.

    A map [layers, heads] or [layers, tokens] of positive and negative numbers is shown as a colored
    table; `maps` reads those of an exported analysis. Columns are named by tokens, rows by the
    attribute `rows`; another attribute is `title`.

    attentions: [layers, heads, queries, keys] of numpy or PyTorch, or Hugging Face's tuple with a
    tensor [1, heads, queries, keys] per layer. Each row sums to 1; a row whose keys are all masked
    may be 0. tokens: texts of the queries, and of the keys unless key_tokens is given. key_tokens:
    texts of the keys, for cross-attention. attributes: initial layer, head, query, cell, view, lang
    and theme.

    Raises TypeError or ValueError that names what was expected and the value that was given.
    """
    if not is_map(attentions):
        return AttentionWidget(attentions, tokens, key_tokens, **attributes)
    if key_tokens is not None:
        raise TypeError('key_tokens: expected none with a map')
    unknown = sorted(attributes.keys() - {'rows', 'title'})
    if unknown:
        raise TypeError(f'{unknown[0]}: expected one of rows, title with a map')
    return MapView(attentions, tokens, **attributes)
