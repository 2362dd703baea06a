// The weights of an encoder-decoder Transformer (Vaswani et al. 2017) with pre-norm blocks.
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
  std::size_t buckets = 0;     // rows of the source embedding, into which features of tokens are hashed
  std::size_t vocabulary = 0;  // target tokens
};

struct Transformer {
  explicit Transformer(const TransformerConfig& shape);

  TransformerConfig config;
  Matrix source_embedding;  // [buckets, embed_dim]
  Matrix target_embedding;  // [vocabulary, embed_dim]
  std::vector<Block> encoder;
  Norm encoder_norm;
  std::vector<Block> decoder;
  Norm decoder_norm;
  Linear output;  // to the logits; its weight is the target embedding (tied weights, Press & Wolf 2017)
};

}  // namespace spotlight
