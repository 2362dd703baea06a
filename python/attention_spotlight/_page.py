"""A self-contained page with the element and its data.

Uses the standard library only.
"""

import base64
import json
from html import escape
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent
STATIC = FOLDER / 'static'


def static_file(name: str) -> Path:
    """Content of a file that `npm run build` generates.

    Raises FileNotFoundError with this advice if it is missing.
    """
    path = STATIC / name
    if not path.exists():
        raise FileNotFoundError(
            f'expected {path}, which is not there: '
            "run 'npm run build' in the repository, then install the package again"
        )
    return path


def _as_script(value) -> str:
    """Serializes a value as JSON without `<`, so that nothing in it can end a script."""
    return json.dumps(value, ensure_ascii=False).replace('<', '\\u003c')


def page_of(data: dict, state: dict, weights: bytes) -> str:
    """The page as HTML.

    data: tokens, key tokens and shape; state: properties of the element; weights: float32.
    """
    lang = state.get('lang', 'auto')
    numbers = base64.b64encode(weights).decode('ascii')
    return Template((FOLDER / 'page.html').read_text('utf-8')).substitute(
        lang='en' if lang == 'auto' else escape(lang),
        content=_as_script({**data, 'state': state, 'weights': numbers}),
        module=static_file('widget.js').read_text('utf-8'),
    )
