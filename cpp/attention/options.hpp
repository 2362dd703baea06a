// The options of an attention: everything besides its query, key and value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../tensor.hpp"
#include "sparsity.hpp"

namespace spotlight {

/// Which keys a query may attend to. The array of `kind` has `shape` and is broadcast to [batch, heads, queries, keys]:
/// each of its dimensions is the full one or 1. Everything that is set applies together.
struct Mask {
  enum class Kind : std::uint8_t {
    none,
    allow,  // flags: 1 = may be attended to (torch's scaled_dot_product_attention)
    block,  // flags: 1 = may not be attended to (torch's nn.MultiheadAttention)
    add,    // addend: added to the scores; −∞ = may not be attended to
  };
  Kind kind = Kind::none;
  const std::uint8_t* flags = nullptr;
  const float* addend = nullptr;
  std::array<std::size_t, 4> shape = {1, 1, 1, 1};

  bool is_causal = false;                     // query i attends to keys 0 … i only
  const SparsePattern* pattern = nullptr;     // of self-attention: the pairs of tokens that are computed
  const std::int32_t* key_lengths = nullptr;  // [batch]: keys from this index on are padding

  // By the distance of key and query in a sequence, in which query 0 is the one numbered first_query.
  std::size_t first_query = 0;
  std::size_t window = 0;                 // query i attends to keys from i − window + 1 on only; 0: to all
  const Matrix* distance_bias = nullptr;  // [2D + 1, heads], added: row D + key − query, at a distance of at most D
};

/// What turns the masked scores into weights.
enum class Activation : std::uint8_t {
  softmax,
  relu,  // max(0, score): the weights need not sum to 1
};

struct AttentionOptions {
  Mask mask;
  std::optional<float> scale;  // default 1/√head_dim
  float softcap = 0.0F;        // scaled scores s become softcap · tanh(s / softcap); 0: they stay
  Activation activation = Activation::softmax;
  float eps = 0.0F;        // added to every weight before each row is normalized to sum 1
  float dropout_p = 0.0F;  // probability that a weight is dropped
  std::uint64_t seed = 0;  // of the dropout
};

}  // namespace spotlight
