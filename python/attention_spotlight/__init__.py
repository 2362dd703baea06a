"""Shows Transformer attention: in a notebook with `show`, in a page of its own with `save_html`."""

from ._widget import AttentionWidget, Selection, show

__all__ = ['AttentionWidget', 'Selection', 'show']
