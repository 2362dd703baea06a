"""Reads monolingual texts and splits them into sentences, for back-translation by an earlier model.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from product_text import is_plain

from data.translations import QUOTES

CHINESE = 'tatoeba-zh-mono/zh.txt'
STORIES = ('storybooks-asp-source-en/stories.md', 'storybooks-pb-source-en/stories.md')
SHORT_STORIES = 'tinystories-1000/tinystories_1000.json'
FREE_LICENSES = ('CC-BY', 'Public Domain')
SENTENCE_END = re.compile(r'(?<=[.!?])["\']?\s+(?=["\']?[A-Z])')


def story_texts(path: Path) -> list[str]:
    """Paragraphs of the stories whose licenses allow every use; each story ends with its license.
    """
    texts = []
    for story in re.split(r'^=== .*$', path.read_text(encoding='utf8'), flags=re.MULTILINE):
        license_line = re.search(r'^\* License: \[(.*?)\]', story, flags=re.MULTILINE)
        if not license_line or license_line[1] not in FREE_LICENSES:
            continue
        for paragraph in re.split(r'\n\s*\n|^#.*$', story, flags=re.MULTILINE):
            if not paragraph.lstrip().startswith(('#', '*')):
                texts.append(' '.join(paragraph.split()))
    return texts


def english_sentences(data: Path, others: list[str]) -> list[str]:
    """Sentences of children's stories and of other texts."""
    texts = others + [text for name in STORIES for text in story_texts(data / name)]
    texts += [
        ' '.join(part.split())
        for story in json.loads((data / SHORT_STORIES).read_text(encoding='utf8'))
        for part in story.split('\n')
    ]
    sentences = [
        sentence.strip().strip('"').strip()
        for text in texts
        for sentence in SENTENCE_END.split(text.translate(QUOTES))
    ]
    return [text for text in dict.fromkeys(sentences) if is_sentence(text)]


def is_sentence(text: str) -> bool:
    """True if a text begins with a capital, ends with an end mark, and has no URL, bracket or
    unbalanced quotation mark.
    """
    return bool(
        is_plain(text)
        and re.fullmatch(r"[A-Z][A-Za-z0-9 ,.;:!?'\"%$-]*[.!?]", text)
        and text.count('"') % 2 == 0
    )


def chinese_sentences(data: Path) -> list[str]:
    lines = (data / CHINESE).read_text(encoding='utf8').split('\n')
    texts = dict.fromkeys(text.strip().replace(' ', '') for text in lines)
    return [text for text in texts if text and is_plain(text)]
