// A Transformer block: self-attention, and optionally cross-attention and a feed-forward layer, each with a residual
// connection and a norm. Encoders and decoders are stacks of blocks.
#pragma once

#include <optional>

#include "../attention/multihead.hpp"
#include "../layers/feed_forward.hpp"
#include "../layers/norm.hpp"
#include "cache.hpp"
#include "description.hpp"

namespace spotlight {

struct Block {
  StackDescription description;  // description of the block's stack
  Norm self_attention_norm;
  MultiheadWeights self_attention;
  Norm self_attention_output_norm;  // if the block has output norms
  Norm cross_attention_norm;        // if the block has cross-attention
  MultiheadWeights cross_attention;
  Norm feed_forward_norm;  // if the block has a feed-forward layer
  FeedForward feed_forward;
  Norm feed_forward_output_norm;
};

/// Options of a block's self-attention and cross-attention, such as masks. The probe of self-attention also receives
/// the block's intermediate results outside the attention layers.
struct BlockOptions {
  MultiheadOptions self;
  MultiheadOptions cross;
};

struct BlockScratch {
  Tensor3 attention_input, input, output;
  Tensor3 context;  // attention_input of all tokens, used if only one token is computed
  MultiheadScratch attention;
  FeedForwardScratch feed_forward;
};

/// Replaces x [batch, seq_len, embed_dim] with the block's output. If `position` is given, x becomes the output for
/// this token only, [batch, 1, embed_dim], and the options are those of a single query. encoder_output [batch, keys,
/// embed_dim] is needed only by blocks with cross-attention and may be null for others. A batch of one is repeated at
/// the first intermediate result in which an intervention makes the batch entries differ.
void block_forward(const Block& block, const Tensor3* encoder_output, const BlockOptions& options,
                   BlockScratch& scratch, Tensor3& x, std::optional<std::size_t> position = {});

/// Fills the cross-attention cache with the keys and values of encoder_output [1, keys, embed_dim], and reports them to
/// the probe. For a block without cross-attention, does nothing; encoder_output may then be null.
void init_cache(const Block& block, const Tensor3* encoder_output, CrossCache& cache, const Probe& probe = {});

/// Fills the self-attention cache with the keys and values of x [1, count, embed_dim], the block's input for the first
/// tokens. The probe receives the intermediate results up to the keys and values.
void restore_cache(const Block& block, const Tensor3& x, BlockCache& cache, BlockScratch& scratch,
                   const Probe& probe = {});

/// Decodes x [1, count, embed_dim], the block's input for the next tokens of the sequence: each token attends to itself
/// and all previous ones. The output equals that of block_forward for the whole sequence under a causal mask. The cache
/// is unchanged on failure.
void block_decode(const Block& block, const BlockOptions& options, const CrossCache& cross, BlockCache& cache,
                  BlockScratch& scratch, Tensor3& x);

}  // namespace spotlight
