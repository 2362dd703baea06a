// A Transformer of the original shape (Vaswani et al. 2017), its blocks pre-norm: what it is made of.
#pragma once

#include <vector>

#include "../tensor.hpp"
#include "block.hpp"

namespace spotlight {

struct TransformerConfig {
  std::size_t embed_dim = 0;
  std::size_t num_heads = 1;
  std::size_t feedforward_dim = 0;
  std::size_t encoder_layers = 0;
  std::size_t decoder_layers = 0;
  std::size_t buckets = 0;     // rows of the word embedding
  std::size_t vocabulary = 0;  // target pieces
};

struct Transformer {
  explicit Transformer(const TransformerConfig& shape);

  TransformerConfig config;
  Matrix word_embedding;   // [buckets, embed_dim]
  Matrix piece_embedding;  // [vocabulary, embed_dim]
  std::vector<Block> encoder;
  Norm encoder_norm;
  std::vector<Block> decoder;
  Norm decoder_norm;
  Projection output;  // [vocabulary, embed_dim], the piece embedding again
};

}  // namespace spotlight
