// A Transformer block: self-attention, cross-attention and a feed-forward layer where it has them, each with a residual
// connection and a normalization. Encoders and decoders are stacks of these.
#pragma once

#include <optional>

#include "../attention/multihead.hpp"
#include "../layers/feed_forward.hpp"
#include "../layers/norm.hpp"
#include "cache.hpp"
#include "description.hpp"

namespace spotlight {

struct Block {
  StackDescription description;  // that of its stack
  Norm self_attention_norm;
  MultiheadWeights self_attention;
  Norm self_attention_output_norm;  // where outputs are normalized
  Norm cross_attention_norm;        // where the block has cross-attention, as a decoder's
  MultiheadWeights cross_attention;
  Norm feed_forward_norm;  // where the block has a feed-forward layer
  FeedForward feed_forward;
  Norm feed_forward_output_norm;
};

/// Masks and other options of a block's attentions. The steps of the block around cross-attention are reported to the
/// probe of self-attention.
struct BlockOptions {
  MultiheadOptions self;
  MultiheadOptions cross;
};

/// Memory of a block besides its input and output, reused from call to call.
struct BlockScratch {
  Tensor3 attention_input, input, output;
  Tensor3 context;  // attention_input of all tokens, where one is computed
  MultiheadScratch attention;
  FeedForwardScratch feed_forward;
};

/// x [batch, seq_len, embed_dim] becomes the block's output; with a position that of this token alone,
/// [batch, 1, embed_dim], whose options are then those of its query. encoder_output [batch, keys, embed_dim] is read by
/// blocks with cross-attention only, and may be null for others. A batch of one stands for each entry of the other, and
/// becomes larger where the probe makes entries differ.
void block_forward(const Block& block, const Tensor3* encoder_output, const BlockOptions& options,
                   BlockScratch& scratch, Tensor3& x, std::optional<std::size_t> position = {});

/// Fills in the keys and values of encoder_output [1, keys, embed_dim] where the block has cross-attention, whose steps
/// the probe sees; otherwise encoder_output may be null.
void init_cache(const Block& block, const Tensor3* encoder_output, CrossCache& cache, const Probe& probe = {});

/// Fills the cache with the keys and values of x [1, count, embed_dim], the block's input for the first tokens. The
/// probe sees the steps that lead to them.
void restore_cache(const Block& block, const Tensor3& x, BlockCache& cache, BlockScratch& scratch,
                   const Probe& probe = {});

/// Decodes x [1, count, embed_dim], the next vectors of the sequence: each attends to itself and all before it. The
/// same output as block_forward's of the whole sequence under a causal mask. If it fails, the cache stays as it was.
void block_decode(const Block& block, const BlockOptions& options, const CrossCache& cross, BlockCache& cache,
                  BlockScratch& scratch, Tensor3& x);

}  // namespace spotlight
