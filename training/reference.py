"""What the PyTorch program gives with the shipped numbers, for the tests of the engine: greedy translations of the 200
natural sentences, and every attention of a few."""
from __future__ import annotations

from pathlib import Path

import torch

import product_text
from export import as_shipped, write_json
from marks import read_natural
from model import Model, WordBatches
from prepare import Prepared

HERE = Path(__file__).parent
UNSPOKEN = ('<padding>', '<to-zh>', '<to-en>', '<unknown>')


def longest_target(words: int) -> int:
    return 2 * words + 12


@torch.no_grad()
def translate(model: Model, batches: WordBatches, words: list[int], to: str, vocabulary: list[str]) -> list[int]:
    """The likeliest piece each time, until the end."""
    batch = batches([words])
    memory = model.encode(batch)
    heard = [vocabulary.index(f'<to-{to}>')]
    unspoken = [vocabulary.index(sign) for sign in UNSPOKEN]
    while len(heard) <= longest_target(len(words)):
        scores = model.logits(model.decode(torch.tensor([heard]), memory, batch.bias))[0, -1]
        scores[unspoken] = -torch.inf
        best = int(scores.argmax())
        if vocabulary[best] == '<end>':
            break
        heard.append(best)
    return heard[1:]


@torch.no_grad()
def attentions(model: Model, batches: WordBatches, words: list[int], heard: list[int]) -> dict[str, list]:
    """Of each layer [heads, queries, keys]."""
    batch = batches([words])
    model.decode(torch.tensor([heard]), model.encode(batch), batch.bias)
    weights = lambda attention: attention.logits[0].softmax(-1).double().numpy().round(7).tolist()
    return {
        'self': [weights(layer.self_attn) for layer in model.encoder],
        'causal': [weights(layer.self_attn) for layer in model.decoder],
        'cross': [weights(layer.cross_attn) for layer in model.decoder],
    }


def write_reference(model: Model, prepared: Prepared, path: Path) -> None:
    model = as_shipped(model).eval()
    texts = [(sentence.text, to) for language, to in (('en', 'zh'), ('zh', 'en'))
             for sentence in read_natural(str(HERE / f'natural/{language}.txt'), language)]
    segmented = [[word.lower() for word, _, _ in words] for words in product_text.segment([text for text, _ in texts])]
    known = {word: index for index, word in enumerate(dict.fromkeys(word for words in segmented for word in words))}
    batches = WordBatches(product_text.features(list(known), prepared.buckets))
    translations = []
    for (text, to), words in zip(texts, segmented):
        ids = [known[word] for word in words]
        translations.append({'text': text, 'pieces': translate(model, batches, ids, to, prepared.vocabulary)})
    traced = []
    for index in (0, 7, 101, 164):
        to = texts[index][1]
        heard = [prepared.vocabulary.index(f'<to-{to}>')] + translations[index]['pieces']
        traced.append({'text': texts[index][0], **attentions(model, batches, [known[word] for word in segmented[index]], heard)})
    write_json(path, {'translations': translations, 'attentions': traced})
