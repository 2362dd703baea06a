// Weights of a Transformer: encoder-only, decoder-only, or encoder-decoder (Vaswani et al. 2017).
#pragma once

#include <vector>

#include "../core/tensor.hpp"
#include "block.hpp"
#include "description.hpp"

namespace spotlight {

struct Stack {
  kernels::PackedMatrix tokens;  // [embedding_dim, vocabulary]: a column is the embedding of one token
  Matrix positions;              // [max_positions, embedding_dim], learned positions
  Matrix types;                  // [token_types, embedding_dim], if tokens have types
  Norm embedding_norm;           // used if has_embedding_norm
  Linear patches;                // [embed_dim, patch_dim], if patches follow the tokens
  Linear projection;             // [embed_dim, embedding_dim], if the two sizes differ
  Matrix distance_bias;          // bias by distance, [2D + 1, heads], as in Mask, shared by all blocks; size 0: none
  std::vector<Block> blocks;
  Norm final_norm;  // used if has_final_norm
};

/// Weights of a Transformer. It cannot be copied or moved, since tied output weights point into the embedding table.
struct Transformer {
  /// Allocates the weights for a description.
  /// @throws std::invalid_argument if invalid_field() finds an invalid field
  explicit Transformer(const TransformerDescription& of);
  Transformer(const Transformer&) = delete;
  Transformer& operator=(const Transformer&) = delete;
  Transformer(Transformer&&) = delete;
  Transformer& operator=(Transformer&&) = delete;
  ~Transformer() = default;

  /// The stack, encoder or decoder, that contains the given kind of attention.
  const Stack& stack(Attention attention) const { return attention == Attention::encoder ? encoder : decoder; }
  const MultiheadWeights& attention_weights(Attention attention, std::size_t layer) const {
    const Block& block = stack(attention).blocks[layer];
    return attention == Attention::cross ? block.cross_attention : block.self_attention;
  }

  TransformerDescription description;
  Stack encoder, decoder;
  Linear output_transform;     // transform before the logits, if the last stack has one
  Norm output_transform_norm;  // norm of the output transform
  Linear output;               // projection to the logits, [output_dim or vocabulary, embed_dim]
};

/// Self-attention options that are the same for all blocks of a stack.
AttentionOptions self_attention_options(const Stack& stack);

Block make_block(const StackDescription& stack, std::size_t layer = 0);

}  // namespace spotlight
