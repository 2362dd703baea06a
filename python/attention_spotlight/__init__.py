"""Shows Transformer attention: in a notebook with `show`, in a page of its own with `save_html`.

`to_html` is that page as a string, for the frames of Streamlit and Gradio.
"""

from ._widget import AttentionWidget, Selection, show

__all__ = ['AttentionWidget', 'Selection', 'show']
