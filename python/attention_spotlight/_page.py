"""A page with the element and its data in it, which needs no other file.

Needs nothing but Python.
"""

import base64
import json
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent
STATIC = FOLDER / 'static'


def static_file(name: str) -> Path:
    """A file that `npm run build` makes.

    Raises FileNotFoundError that says so.
    """
    path = STATIC / name
    if not path.exists():
        raise FileNotFoundError(
            f'expected {path}, which is not there: '
            "run 'npm run build' in the repository, then install the package again"
        )
    return path


def _as_script(value) -> str:
    """JSON in which nothing can end a script: it has no `<`."""
    return json.dumps(value, ensure_ascii=False).replace('<', '\\u003c')


def page_of(data: dict, state: dict, weights: bytes) -> str:
    """The page as text.

    data: the tokens, the key tokens and the shape; state: properties of the element;
    weights: float32.
    """
    lang = 'zh' if state.get('lang') == 'zh' else 'en'
    numbers = base64.b64encode(weights).decode('ascii')
    return Template((FOLDER / 'page.html').read_text('utf-8')).substitute(
        lang=lang,
        content=_as_script({**data, 'state': state, 'weights': numbers}),
        module=static_file('widget.js').read_text('utf-8'),
    )
