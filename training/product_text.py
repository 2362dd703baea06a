"""Words, features and target tokens of the product, obtained from its JavaScript (words.mjs), so
that nothing is defined twice.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

WORDS = Path(__file__).parent / 'words.mjs'

Word = tuple[str, int, int]  # text, start, end


def ask(request: dict) -> list:
    done = subprocess.run(
        ['node', str(WORDS)], input=json.dumps(request).encode(), stdout=subprocess.PIPE, check=True
    )
    return json.loads(done.stdout)


def is_plain(text: str) -> bool:
    """True if offsets are the same in JavaScript and Python: the text is one line and in the basic
    multilingual plane.
    """
    return all(ord(character) < 0x10000 for character in text) and '\n' not in text


def segment(texts: list[str]) -> list[list[Word]]:
    return [[tuple(word) for word in words] for words in ask({'segment': texts})] if texts else []


def features(words: list[str], buckets: dict[str, int]) -> list[tuple[list[int], list[float]]]:
    return [tuple(entry) for entry in ask({'features': words, 'buckets': buckets})]


def target_tokens(texts: list[str], vocabulary: list[str]) -> list[list[tuple[int, int, int]]]:
    """Target tokens of each text, as (number, start, end)."""
    return (
        [
            [tuple(token) for token in text]
            for text in ask({'target': texts, 'vocabulary': vocabulary})
        ]
        if texts
        else []
    )


def covering(words: list[Word], span: tuple[int, int]) -> list[int]:
    """Indices of the words that overlap a span of the text."""
    return [
        index for index, (_, start, end) in enumerate(words) if start < span[1] and end > span[0]
    ]


def covering_any(words: list[Word], spans: list[tuple[int, int]]) -> list[int]:
    """Indices of the words that overlap any of the spans, in order."""
    return sorted({index for span in spans for index in covering(words, span)})
