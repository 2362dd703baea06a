// The encoder: words → vectors that have heard each other.
#pragma once

#include <cstdint>
#include <vector>

#include "transformer.hpp"

namespace spotlight {

/// What words are made of: rows of the word embedding and their weights, those of word i from first[i] to first[i + 1].
struct WordFeatures {
  std::vector<std::int32_t> rows;   // [features]
  std::vector<float> weights;       // [features]
  std::vector<std::int32_t> first;  // [words + 1]
};

/// What a run of the encoder gives, enough to look at any head of it afterwards.
struct Encoded {
  std::vector<Tensor3> inputs;  // of each layer's attention, normalised, [1, words, embed_dim]
  Tensor3 embedding;            // words with positions, [1, words, embed_dim]
  Tensor3 memory;               // what the decoder hears, [1, words, embed_dim]
};

/// Each word's vector: √embed_dim times the sum of its features' rows, and its sinusoidal position.
void embed_words(const Transformer& model, const WordFeatures& words, Tensor3& x);

/// The options apply to every layer's self-attention.
void encode(const Transformer& model, const WordFeatures& words, const AttentionOptions& options, Encoded& encoded);

}  // namespace spotlight
