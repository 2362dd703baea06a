"""Writes results of the PyTorch program with the published numbers, for tests of the engine: greedy
translations of the 200 natural sentences, and all attention weights for a few of them.
"""

from __future__ import annotations

from pathlib import Path

import product_text
import torch
from examples import Prepared
from export import write_json
from marks import read_natural
from model import Model, WordBatches

HERE = Path(__file__).parent
CANDIDATES = 5
UNWRITTEN = ('<padding>', '<to-zh>', '<to-en>', '<unknown>')


def longest_target(words: int) -> int:
    return 2 * words + 12


def is_mark(token: str) -> bool:
    return not any(character.isalnum() or character == '<' for character in token)


def ends_in_loop(ids: list[int], marks: set[int]) -> bool:
    """True if the ids end in a repetition loop, by the same rule as
    web/engine/transformer/repetition.ts.
    """
    if len(ids) >= 3 and ids[-1] not in marks and ids[-1] == ids[-2] == ids[-3]:
        return True
    return any(ids[-n:] == ids[-2 * n : -n] for n in range(2, len(ids) // 2 + 1))


@torch.no_grad()
def translate(
    model: Model, batches: WordBatches, words: list[int], to: str, vocabulary: list[str]
) -> list[int]:
    """Greedy decoding to the end, without tokens that would close a repetition loop."""
    batch = batches([words])
    memory = model.encode(batch)
    given = [vocabulary.index(f'<to-{to}>')]
    unwritten = [vocabulary.index(sign) for sign in UNWRITTEN]
    marks = {index for index, token in enumerate(vocabulary) if is_mark(token)}
    while len(given) <= longest_target(len(words)):
        scores = model.logits(model.decode(torch.tensor([given]), memory, batch.bias))[0, -1]
        scores[unwritten] = -torch.inf
        top = scores.topk(CANDIDATES).indices.tolist()
        best = next((token for token in top if not ends_in_loop([*given, token], marks)), top[0])
        if vocabulary[best] == '<end>':
            break
        given.append(best)
    return given[1:]


@torch.no_grad()
def attentions(
    model: Model, batches: WordBatches, words: list[int], given: list[int]
) -> dict[str, list]:
    """Attention weights of each layer, [heads, queries, keys]."""
    batch = batches([words])
    model.decode(torch.tensor([given]), model.encode(batch), batch.bias)

    def weights(attention):
        return attention.logits[0].softmax(-1).double().numpy().round(7).tolist()

    return {
        'encoder': [weights(layer.self_attn) for layer in model.encoder],
        'decoder': [weights(layer.self_attn) for layer in model.decoder],
        'cross': [weights(layer.cross_attn) for layer in model.decoder],
    }


def write_reference(model: Model, prepared: Prepared, path: Path) -> None:
    """Writes the results. model: a model with the numbers of its file (export.as_shipped)."""
    texts = [
        (sentence.text, to)
        for language, to in (('en', 'zh'), ('zh', 'en'))
        for sentence in read_natural(str(HERE / f'natural/{language}.txt'), language)
    ]
    segmented = [
        [word.lower() for word, _, _ in words]
        for words in product_text.segment([text for text, _ in texts])
    ]
    known = {
        word: index
        for index, word in enumerate(dict.fromkeys(word for words in segmented for word in words))
    }
    batches = WordBatches(product_text.features(list(known), prepared.buckets))
    translations = []
    for (text, to), words in zip(texts, segmented, strict=True):
        ids = [known[word] for word in words]
        translations.append(
            {'text': text, 'tokens': translate(model, batches, ids, to, prepared.vocabulary)}
        )
    traced = []
    for index in (0, 7, 101, 164):
        to = texts[index][1]
        given = [prepared.vocabulary.index(f'<to-{to}>')] + translations[index]['tokens']
        traced.append(
            {
                'text': texts[index][0],
                **attentions(model, batches, [known[word] for word in segmented[index]], given),
            }
        )
    write_json(path, {'translations': translations, 'attentions': traced})
