"""Chinese sentences without a translation → sentence pairs, their English made by an earlier
model (Sennrich, Haddow & Birch 2016): into Chinese, more good targets to learn from.
"""

from __future__ import annotations

from pathlib import Path

import product_text
import torch
from data.pairs import TextPair, cleaned, rows_of
from data.translations import LONGEST, bare, with_words
from model import Model, WordBatches
from prepare import Prepared, read_kept_out
from warm_start import earlier_model

SENTENCES = 'tatoeba-zh-mono/zh.txt'
BATCH = 128
# The share that is kept: those whose English the model itself finds the likeliest.
KEPT = 0.8


@torch.no_grad()
def greedy(
    model: Model, batches: WordBatches, sentences: list[list[int]], start: int, end: int
) -> list[tuple[list[int], float]]:
    """Of each sentence its target tokens and their mean log-probability."""
    batch = batches(sentences)
    memory = model.encode(batch)
    given = torch.full((len(sentences), 1), start)
    done = torch.zeros(len(sentences), dtype=torch.bool)
    total, count = torch.zeros(len(sentences)), torch.zeros(len(sentences))
    for _ in range(max(map(len, sentences)) * 2 + 6):
        decoded = model.decode(given, memory, batch.bias)[:, -1]
        best, token = model.logits(decoded).log_softmax(-1).max(-1)
        total += best.masked_fill(done, 0.0)
        count += ~done
        given = torch.cat([given, token.masked_fill(done, end)[:, None]], 1)
        done |= token == end
        if bool(done.all()):
            break
    tokens = [row[1 : row.index(end)] if end in row else row[1:] for row in given.tolist()]
    return list(zip(tokens, (total / count).tolist(), strict=True))


def made_pairs(prepared: Prepared, folder: Path, data: Path) -> list[TextPair]:
    """(English made, Chinese). folder: of the model that translates"""
    lines = (data / SENTENCES).read_text(encoding='utf8').split('\n')
    texts = [text.strip().replace(' ', '') for text in lines]
    texts = list(dict.fromkeys(text for text in texts if text and product_text.is_plain(text)))
    known = len(prepared.words)
    sentences = [
        (text, prepared.ids([word for word, _, _ in words]))
        for text, words in zip(texts, product_text.segment(texts), strict=True)
        if len(words) <= LONGEST
    ]
    sentences.sort(key=lambda sentence: len(sentence[1]))
    words = list(prepared.words)[known:]
    prepared.features += product_text.features(words, prepared.buckets)
    model = earlier_model(prepared, folder)
    batches = WordBatches(prepared.features)
    start, end = (prepared.vocabulary.index(token) for token in ('<to-en>', '<end>'))
    made: list[tuple[float, TextPair]] = []
    for first in range(0, len(sentences), BATCH):
        some = sentences[first : first + BATCH]
        results = greedy(model, batches, [ids for _, ids in some], start, end)
        for (text, _), (tokens, score) in zip(some, results, strict=True):
            english = ''.join(prepared.vocabulary[token] for token in tokens)
            made.append((score, (english.replace('▁', ' ').strip(), text)))
    made.sort(reverse=True)
    return [pair for _, pair in made[: int(KEPT * len(made))]]


def add_back_translations(prepared: Prepared, folder: Path, data: Path, work: Path) -> None:
    """The source 'back-translated', into Chinese only and without links of words."""
    file = work / 'back-translated.tsv'
    if not file.exists():
        pairs = made_pairs(prepared, folder, data)
        file.write_text(''.join(f'{en}\t{zh}\n' for en, zh in pairs), encoding='utf8')
    held_out = [
        text
        for to in ('zh', 'en')
        for example in prepared.translations[f'test-{to}']
        for text in (example.source, example.reference)
    ]
    kept_out = {bare(text) for text in read_kept_out() + held_out}
    pairs = with_words(cleaned([(en, zh) for en, zh in rows_of(file)], kept_out))
    prepared.translations['train-back-translated-zh'] = prepared.translation_examples(
        pairs, [[] for _ in pairs], 'zh'
    )
    prepared.translations['train-back-translated-en'] = []
    words = list(prepared.words)[len(prepared.features) :]
    prepared.features += product_text.features(words, prepared.buckets)
