// The weights of a Transformer: encoder-only, decoder-only, or an encoder-decoder (Vaswani et al. 2017).
#pragma once

#include <vector>

#include "../core/tensor.hpp"
#include "block.hpp"
#include "description.hpp"

namespace spotlight {

/// The encoder or the decoder.
struct Stack {
  kernels::PackedMatrix tokens;  // [embedding_dim, vocabulary]: the embeddings are its columns
  Matrix positions;              // [max_positions, embedding_dim], where they are learned
  Matrix types;                  // [token_types, embedding_dim], where tokens have types
  Norm embedding_norm;           // where it has one
  Linear patches;                // [embed_dim, patch_dim], where patches follow the tokens
  Linear projection;             // [embed_dim, embedding_dim], where the two differ
  Matrix distance_bias;          // [2D + 1, heads], as that of the mask, of all blocks; of size 0: none
  std::vector<Block> blocks;
  Norm final_norm;  // where it has one
};

/// Neither copied nor moved: tied output weights point into the embedding table.
struct Transformer {
  /// Throws std::invalid_argument for an invalid_field.
  explicit Transformer(const TransformerDescription& of);
  Transformer(const Transformer&) = delete;
  Transformer& operator=(const Transformer&) = delete;
  Transformer(Transformer&&) = delete;
  Transformer& operator=(Transformer&&) = delete;
  ~Transformer() = default;

  /// The stack that an attention is part of.
  const Stack& stack(Attention attention) const { return attention == Attention::encoder ? encoder : decoder; }
  const MultiheadWeights& attention_weights(Attention attention, std::size_t layer) const {
    const Block& block = stack(attention).blocks[layer];
    return attention == Attention::cross ? block.cross_attention : block.self_attention;
  }

  TransformerDescription description;
  Stack encoder, decoder;
  Linear output_transform;     // where the last stack has one
  Norm output_transform_norm;  // of its result
  Linear output;               // the decoder's logits, [output_dim or vocabulary, embed_dim]
};

/// The options of self-attention in all blocks of a stack.
AttentionOptions self_attention_options(const Stack& stack);

/// A block of this stack, without weights.
Block make_block(const StackDescription& stack, std::size_t layer = 0);

}  // namespace spotlight
