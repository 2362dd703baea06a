"""Back-translation (Sennrich, Haddow & Birch 2016): an earlier model translates monolingual
sentences, which become the targets of additional training pairs.
"""

from __future__ import annotations

from pathlib import Path

import product_text
import torch
from data.monolingual import chinese_sentences, english_sentences
from data.pairs import TextPair, cleaned, rows_of
from data.translations import MAX_WORDS, bare, with_words
from examples import Prepared
from model import Model, WordBatches
from prepare import read_kept_out
from warm_start import earlier_model

BATCH = 128
# Share of the translations to keep, those with the highest probability.
KEPT = 0.8


@torch.no_grad()
def greedy(
    model: Model, batches: WordBatches, sentences: list[list[int]], start: int, end: int
) -> list[tuple[list[int], float]]:
    """Returns the target tokens of each sentence and their mean log-probability."""
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


def translations(prepared: Prepared, model: Model, texts: list[str], to: str) -> list[str]:
    """Lines 'translation TAB text' for the texts that are short enough, the likeliest first."""
    sentences = [
        (text, prepared.ids([word for word, _, _ in words]))
        for text, words in zip(texts, product_text.segment(texts), strict=True)
        if 1 <= len(words) <= MAX_WORDS
    ]
    sentences.sort(key=lambda sentence: len(sentence[1]))
    prepared.add_features()
    batches = WordBatches(prepared.features)
    start, end = (prepared.vocabulary.index(token) for token in (f'<to-{to}>', '<end>'))
    made: list[tuple[float, str]] = []
    for first in range(0, len(sentences), BATCH):
        some = sentences[first : first + BATCH]
        results = greedy(model, batches, [ids for _, ids in some], start, end)
        for (text, _), (tokens, score) in zip(some, results, strict=True):
            translation = ''.join(prepared.vocabulary[token] for token in tokens)
            made.append((score, f'{translation.replace("▁", " ").strip()}\t{text}'))
    made.sort(reverse=True)
    return [line for _, line in made[: int(KEPT * len(made))]]


def add_back_translations(prepared: Prepared, folder: Path, data: Path, work: Path) -> None:
    """Adds the source 'back-translated', without word alignments. folder: the model that
    translates.
    """
    held_out = [
        text
        for to in ('zh', 'en')
        for example in prepared.translations[f'test-{to}']
        for text in (example.source, example.reference)
    ]
    kept_out = {bare(text) for text in read_kept_out() + held_out}
    trained_on = prepared.syntax['train-en'] + prepared.pronouns['train-winogrande']
    for to in ('zh', 'en'):
        file = work / f'back-translated-{to}.tsv'
        if not file.exists():
            texts = (
                chinese_sentences(data)
                if to == 'zh'
                else english_sentences(data, [example.text for example in trained_on])
            )
            model = earlier_model(prepared, folder)
            lines = translations(prepared, model, texts, 'en' if to == 'zh' else 'zh')
            file.write_text('\n'.join(lines) + '\n', encoding='utf8')
        made = [(row[0], row[1]) for row in rows_of(file) if all(row[:2])]
        pairs: list[TextPair] = made if to == 'zh' else [(en, zh) for zh, en in made]
        with_their_words = with_words(cleaned(pairs, kept_out))
        prepared.translations[f'train-back-translated-{to}'] = prepared.translation_examples(
            with_their_words, [[] for _ in with_their_words], to
        )
    prepared.add_features()
