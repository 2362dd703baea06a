"""The default model: a small pre-norm Transformer of the original architecture (Vaswani et al.
2017).

Shapes: words [batch, words], target tokens [batch, tokens], attention logits [batch, heads,
queries, keys].
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import ClassVar

import torch
import torch.nn.functional as F  # noqa: N812
from quantization import rounded
from torch import Tensor, nn

MASKED = -1e9


@dataclass(frozen=True)
class Config:
    vocabulary: int
    buckets: int
    embed_dim: int = 96
    num_heads: int = 4
    feedforward_dim: int = 512
    encoder_layers: int = 4
    decoder_layers: int = 2
    max_len: int = 512


# Attention type, layer and head of each supervised head.
ROLES = {
    'previous': ('encoder', 0, 3),
    'syntax': ('encoder', 3, 1),
    'antecedent': ('encoder', 3, 0),
    'alignment': ('cross', 1, 0),
}


def positional_encoding(length: int, dim: int) -> Tensor:
    """Sinusoidal encoding, [length, dim] (Vaswani et al. 2017, section 3.5)."""
    angles = torch.arange(length).float()[:, None] * torch.exp(
        torch.arange(0, dim, 2).float() * (-math.log(10000.0) / dim)
    )
    return torch.stack([angles.sin(), angles.cos()], -1).view(length, dim)


class Attention(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        dim = config.embed_dim
        self.num_heads = config.num_heads
        self.in_proj_weight = nn.Parameter(
            torch.empty(3 * dim, dim)
        )  # layout of torch.nn.MultiheadAttention
        self.in_proj_bias = nn.Parameter(torch.zeros(3 * dim))
        self.out_proj = nn.Linear(dim, dim)
        nn.init.xavier_uniform_(self.in_proj_weight)
        self.logits = torch.empty(0)  # logits of the last call, for supervision and comparison

    def forward(self, x: Tensor, memory: Tensor, bias: Tensor) -> Tensor:
        if x is memory:
            query, key, value = F.linear(x, self.in_proj_weight, self.in_proj_bias).chunk(3, -1)
        else:
            dim = x.shape[-1]
            query = F.linear(x, self.in_proj_weight[:dim], self.in_proj_bias[:dim])
            key, value = F.linear(memory, self.in_proj_weight[dim:], self.in_proj_bias[dim:]).chunk(
                2, -1
            )

        def heads(t):
            return t.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

        query, key, value = heads(query), heads(key), heads(value)
        self.logits = torch.matmul(query, key.transpose(2, 3)) * query.shape[-1] ** -0.5 + bias
        summed = torch.matmul(self.logits.softmax(-1), value)
        return self.out_proj(summed.transpose(1, 2).flatten(2))


class FeedForward(nn.Module):
    def __init__(self, config: Config, dropout: float):
        super().__init__()
        self.linear1 = nn.Linear(config.embed_dim, config.feedforward_dim)
        self.linear2 = nn.Linear(config.feedforward_dim, config.embed_dim)
        self.dropout = PooledDropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        return self.linear2(self.dropout(self.linear1(x).relu()))


class PooledDropout(nn.Module):
    """Dropout with masks from a shared pool of random numbers, since drawing new ones is slow on
    a CPU.
    """

    pools: ClassVar[dict[float, Tensor]] = {}

    def __init__(self, p: float):
        super().__init__()
        self.p = p

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or self.p == 0:
            return x
        if self.p not in self.pools:
            self.pools[self.p] = (torch.rand(6_000_011) >= self.p).float() / (1 - self.p)
        pool = self.pools[self.p]
        start = int(torch.randint(pool.numel() - x.numel(), ()))
        return x * pool[start : start + x.numel()].view(x.shape)


class EncoderLayer(nn.Module):
    def __init__(self, config: Config, dropout: float):
        super().__init__()
        self.norm1 = nn.LayerNorm(config.embed_dim)
        self.self_attn = Attention(config)
        self.norm2 = nn.LayerNorm(config.embed_dim)
        self.feedforward = FeedForward(config, dropout)
        self.dropout = PooledDropout(dropout)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        normed = self.norm1(x)
        x = x + self.dropout(self.self_attn(normed, normed, bias))
        return x + self.feedforward(self.norm2(x))


class DecoderLayer(EncoderLayer):
    def __init__(self, config: Config, dropout: float):
        super().__init__(config, dropout)
        self.norm3 = nn.LayerNorm(config.embed_dim)
        self.cross_attn = Attention(config)

    def forward(self, x: Tensor, bias: Tensor, memory: Tensor, memory_bias: Tensor) -> Tensor:
        normed = self.norm1(x)
        x = x + self.dropout(self.self_attn(normed, normed, bias))
        x = x + self.dropout(self.cross_attn(self.norm3(x), memory, memory_bias))
        return x + self.feedforward(self.norm2(x))


class Model(nn.Module):
    def __init__(self, config: Config, dropout: float = 0.05, tags: int = 0):
        super().__init__()
        self.config = config
        self.word_embedding = nn.EmbeddingBag(config.buckets, config.embed_dim, mode='sum')
        self.piece_embedding = nn.Embedding(config.vocabulary, config.embed_dim)
        # Small initial values keep the embeddings of rare words from drowning the positions in
        # noise.
        nn.init.normal_(self.word_embedding.weight, 0, 0.01)
        nn.init.normal_(self.piece_embedding.weight, 0, config.embed_dim**-0.5)
        self.encoder = nn.ModuleList(
            [EncoderLayer(config, dropout) for _ in range(config.encoder_layers)]
        )
        self.encoder_norm = nn.LayerNorm(config.embed_dim)
        self.decoder = nn.ModuleList(
            [DecoderLayer(config, dropout) for _ in range(config.decoder_layers)]
        )
        self.decoder_norm = nn.LayerNorm(config.embed_dim)
        self.output_bias = nn.Parameter(torch.zeros(config.vocabulary))
        self.dropout = PooledDropout(dropout)
        self.tagger = (
            nn.Linear(config.embed_dim, tags) if tags else None
        )  # helps training, is not shipped
        self.register_buffer(
            'positions', positional_encoding(config.max_len, config.embed_dim), persistent=False
        )

    def encode(self, batch: WordBatch, first_position: int = 0) -> Tensor:
        """Encodes words: [batch, words, embed_dim], normalized. This is the memory of the decoder.
        """
        x = self.embed(batch, first_position)
        for layer in self.encoder:
            x = layer(x, batch.bias)
        return self.encoder_norm(x)

    def embed(self, batch: WordBatch, first_position: int = 0) -> Tensor:
        """Input of the first encoder layer, [batch, words, embed_dim]."""
        vectors = F.embedding_bag(
            batch.rows,
            self.table(self.word_embedding),
            batch.offsets,
            mode='sum',
            per_sample_weights=batch.weights,
        ) * math.sqrt(self.config.embed_dim)
        return self.dropout(
            vectors[batch.index]
            + self.positions[first_position : first_position + batch.index.shape[1]]
        )

    def decode(self, tokens: Tensor, memory: Tensor, memory_bias: Tensor) -> Tensor:
        """Output of the decoder, [batch, tokens, embed_dim]; logits() maps it to vocabulary scores.
        """
        length = tokens.shape[1]
        x = self.dropout(
            F.embedding(tokens, self.table(self.piece_embedding)) * math.sqrt(self.config.embed_dim)
            + self.positions[:length]
        )
        causal = torch.full((length, length), MASKED).triu(1)
        for layer in self.decoder:
            x = layer(x, causal, memory, memory_bias)
        return self.decoder_norm(x)

    def logits(self, decoded: Tensor) -> Tensor:
        return F.linear(decoded, self.table(self.piece_embedding), self.output_bias)

    def table(self, embedding: nn.Embedding | nn.EmbeddingBag) -> Tensor:
        """Embedding table [rows, embed_dim] as its file will store it, for quantization-aware
        training.
        """
        return rounded(embedding.weight) if self.training else embedding.weight

    def head(self, role: str) -> Tensor:
        """Attention logits of a supervised head in the last call, [batch, queries, keys]."""
        return self.attention_of(role).logits[:, ROLES[role][2]]

    def attention_of(self, role: str) -> Attention:
        attention, layer, _ = ROLES[role]
        return {
            'encoder': lambda: self.encoder[layer].self_attn,
            'decoder': lambda: self.decoder[layer].self_attn,
            'cross': lambda: self.decoder[layer].cross_attn,
        }[attention]()

    def cool(self, role: str, temperature: float) -> None:
        """Divides the attention logits of a supervised head by a temperature, in its query
        projection.
        """
        attention, head = self.attention_of(role), ROLES[role][2]
        rows = slice(
            head * self.config.embed_dim // self.config.num_heads,
            (head + 1) * self.config.embed_dim // self.config.num_heads,
        )
        with torch.no_grad():
            attention.in_proj_weight[rows] /= temperature
            attention.in_proj_bias[rows] /= temperature


@dataclass
class WordBatch:
    rows: Tensor  # features of the batch's distinct words
    offsets: Tensor  # start of each word's features
    weights: Tensor
    index: Tensor  # [batch, words], indices of distinct words
    real: Tensor  # [batch, words], false for padding

    @property
    def bias(self) -> Tensor:
        return torch.zeros(self.real.shape).masked_fill(~self.real, MASKED)[:, None, None, :]


class WordBatches:
    """Converts sentences (lists of word numbers) to batches. The features of all words are known.
    """

    def __init__(self, features: list[tuple[list[int], list[float]]]):
        self.lengths = torch.tensor([len(rows) for rows, _ in features])
        self.starts = self.lengths.cumsum(0) - self.lengths
        self.rows = torch.tensor([row for rows, _ in features for row in rows])
        self.weights = torch.tensor([weight for _, weights in features for weight in weights])

    def __call__(self, sentences: list[list[int]], drop: float = 0.0) -> WordBatch:
        """drop: share of words reduced to their n-grams, like unseen words."""
        longest = max(map(len, sentences))
        padded = torch.tensor(
            [sentence + [-1] * (longest - len(sentence)) for sentence in sentences]
        )
        real = padded >= 0
        words, index = torch.unique(padded.clamp_min(0), return_inverse=True)
        lengths = self.lengths[words]
        offsets = lengths.cumsum(0) - lengths
        within = torch.arange(int(lengths.sum())) - offsets.repeat_interleave(lengths)
        flat = self.starts[words].repeat_interleave(lengths) + within
        weights = self.weights[flat]
        if drop:
            hidden = (torch.rand(len(words)) < drop).repeat_interleave(lengths) & (within < 2)
            weights = weights.masked_fill(hidden, 0.0)
        return WordBatch(self.rows[flat], offsets, weights, index, real)


def to_dict(config: Config) -> dict:
    return asdict(config)
