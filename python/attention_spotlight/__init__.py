"""Visualizes Transformer attention: in a notebook with `show`, or in a separate page with
`save_html`.

`to_html` returns that page as a string, for the frames of Streamlit and Gradio.
"""

from ._maps import Map, MapView, maps
from ._widget import AttentionWidget, Selection, show

__all__ = ['AttentionWidget', 'Map', 'MapView', 'Selection', 'maps', 'show']
