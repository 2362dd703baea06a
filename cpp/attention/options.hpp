// The options of an attention: everything besides its query, key and value.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../core/tensor.hpp"
#include "sparsity.hpp"

namespace spotlight {

/// Mask of the keys that a query may attend to. The array of `kind` has `shape` and is broadcast to [batch, heads,
/// queries, keys]: each of its dimensions is the full one or 1. Everything that is set applies together.
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

  bool is_causal = false;                     // a query attends to keys up to its own position
  const SparsePattern* pattern = nullptr;     // pairs of tokens that are computed, in self-attention
  const std::int32_t* key_lengths = nullptr;  // [batch]: keys from this index on are padding

  // By positions: that of key j is j, that of query i is first_query + i. Where the queries are the last of the keys'
  // sequence, first_query is keys − queries (torch's causal_lower_right), and below 0 where they are more.
  std::int64_t first_query = 0;
  std::size_t window = 0;                 // a query attends to the last `window` keys up to its position; 0: to all
  const Matrix* distance_bias = nullptr;  // [2D + 1, heads], added: row D + key − query, at a distance of at most D

  /// The numbers that an attention is given, under the names that they have in JavaScript.
  template <class Visit>
  constexpr void visit_fields(Visit visit) {
    visit("maskKind", kind);
    visit("maskBatch", shape[0]);
    visit("maskHeads", shape[1]);
    visit("maskQueries", shape[2]);
    visit("maskKeys", shape[3]);
    visit("isCausal", is_causal);
    visit("firstQuery", first_query);
  }

  /// The position of query i.
  std::int64_t position(std::size_t query) const { return first_query + static_cast<std::int64_t>(query); }
  /// Keys of a batch entry that are not padding, of so many.
  std::size_t key_count(std::size_t batch, std::size_t keys) const {
    return key_lengths == nullptr ? keys : std::min(keys, static_cast<std::size_t>(key_lengths[batch]));
  }
  /// The end of the keys, of so many, that query i attends to under the causal mask; of all without one.
  std::size_t causal_end(std::size_t query, std::size_t keys) const {
    if (!is_causal) return keys;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(position(query) + 1, 0, static_cast<std::int64_t>(keys)));
  }
};

/// Function from masked scores to weights.
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
  std::uint64_t seed = 0;  // seed of the dropout

  /// The numbers that an attention is given, besides those of the mask.
  template <class Visit>
  constexpr void visit_fields(Visit visit) {
    visit("scale", scale);
    visit("activation", activation);
    visit("eps", eps);
    visit("dropoutP", dropout_p);
    visit("seed", seed);
  }
};

}  // namespace spotlight
