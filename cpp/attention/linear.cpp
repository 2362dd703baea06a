#include "linear.hpp"

#include <algorithm>

#include "../kernels/gemm.hpp"
#include "scale.hpp"

namespace spotlight {
namespace {

/// Keys are added to the state in blocks of this many; under a causal mask the queries come in the same blocks.
constexpr std::size_t block_size = 64;

MutableMatrixView whole(Matrix& matrix) { return {matrix.data(), matrix.shape(0), matrix.shape(1), matrix.shape(1)}; }

ConstMatrixView rows(const Matrix& matrix, std::size_t first, std::size_t count) {
  return {&matrix(first, 0), count, matrix.shape(1), matrix.shape(1)};
}

class HeadWork {
 public:
  HeadWork(ConstMatrixView query, ConstMatrixView key, ConstMatrixView value, std::size_t keys_heard, bool is_causal,
           LinearScratch& scratch, MutableMatrixView output)
      : query_(query),
        key_(key),
        value_(value),
        keys_heard_(keys_heard),
        is_causal_(is_causal),
        scratch_(scratch),
        output_(output) {}

  void compute(const FeatureMap& map, float scale) {
    // 1. φ(Q), φ(K), [V, 1]
    apply_features(map, scratch_.directions, query_, scale, Stabiliser::per_row, scratch_.query);
    apply_features(map, scratch_.directions, key_, scale, Stabiliser::shared, scratch_.key);
    put_values();
    // 2. The state, and what the queries take from it.
    scratch_.state.resize({scratch_.key.shape(1), scratch_.value.shape(1)});
    std::ranges::fill(scratch_.state, 0.0F);
    if (is_causal_) {
      for (std::size_t first = 0; first < query_.rows; first += block_size) {
        const std::size_t count = std::min(block_size, query_.rows - first);
        take(first, count);
        hear_own_block(first, count);
        finish(first, count);
        if (first < keys_heard_) add_keys(first, std::min(block_size, keys_heard_ - first));
      }
    } else {
      for (std::size_t first = 0; first < keys_heard_; first += block_size) {
        add_keys(first, std::min(block_size, keys_heard_ - first));
      }
      for (std::size_t first = 0; first < query_.rows; first += block_size) {
        const std::size_t count = std::min(block_size, query_.rows - first);
        take(first, count);
        finish(first, count);
      }
    }
  }

 private:
  void put_values() {
    const std::size_t columns = value_.columns + 1;
    scratch_.value.resize({value_.rows, columns});
    for (std::size_t i = 0; i < value_.rows; ++i) {
      std::copy_n(value_.row(i), value_.columns, &scratch_.value(i, 0));
      scratch_.value(i, columns - 1) = 1.0F;
    }
  }

  /// state += φ(K)ᵀ·[V, 1], of some keys
  void add_keys(std::size_t first, std::size_t count) {
    const std::size_t features = scratch_.key.shape(1);
    scratch_.key_transposed.resize({features, count});
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t f = 0; f < features; ++f) scratch_.key_transposed(f, j) = scratch_.key(first + j, f);
    }
    scratch_.addition.resize(scratch_.state.shape());
    kernels::multiply(matrix(scratch_.key_transposed), rows(scratch_.value, first, count), whole(scratch_.addition));
    for (std::size_t at = 0; at < scratch_.state.size(); ++at)
      scratch_.state.data()[at] += scratch_.addition.data()[at];
  }

  /// mixed = φ(Q)·state, of some queries
  void take(std::size_t first, std::size_t count) {
    scratch_.mixed.resize({count, scratch_.state.shape(1)});
    kernels::multiply(rows(scratch_.query, first, count), matrix(scratch_.state), whole(scratch_.mixed));
  }

  /// mixed += (φ(Q)·φ(K)ᵀ under the diagonal)·[V, 1], of queries and keys of the same block
  void hear_own_block(std::size_t first, std::size_t count) {
    const std::size_t keys = first < keys_heard_ ? std::min(count, keys_heard_ - first) : 0;
    if (keys == 0) return;
    scratch_.weights.resize({count, keys});
    kernels::multiply_transposed(rows(scratch_.query, first, count), rows(scratch_.key, first, keys),
                                 whole(scratch_.weights));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < keys; ++j) scratch_.weights(i, j) = 0.0F;
    }
    scratch_.local.resize({count, scratch_.state.shape(1)});
    kernels::multiply(matrix(scratch_.weights), rows(scratch_.value, first, keys), whole(scratch_.local));
    for (std::size_t at = 0; at < scratch_.mixed.size(); ++at) scratch_.mixed.data()[at] += scratch_.local.data()[at];
  }

  /// 3. The weights sum to 1: they are divided by what the column of ones has become.
  void finish(std::size_t first, std::size_t count) {
    const std::size_t columns = output_.columns;
    for (std::size_t i = 0; i < count; ++i) {
      const float sum = scratch_.mixed(i, columns);
      const float factor = sum > 0.0F ? 1.0F / sum : 0.0F;
      for (std::size_t c = 0; c < columns; ++c) output_.row(first + i)[c] = scratch_.mixed(i, c) * factor;
    }
  }

  ConstMatrixView query_, key_, value_;
  std::size_t keys_heard_;  // those behind are padding
  bool is_causal_;
  LinearScratch& scratch_;
  MutableMatrixView output_;
};

}  // namespace

void linear_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                      const FeatureMap& map, LinearScratch& scratch, Tensor4& output) {
  const std::size_t head_dim = query.shape(3);
  output.resize({query.shape(0), query.shape(1), query.shape(2), value.shape(3)});
  if (map.kind == FeatureMap::Kind::favor) {
    scratch.directions.resize({map.features, head_dim});
    random_directions(map, scratch.directions);
  }
  const Mask& mask = options.mask;
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    const std::size_t keys = mask.key_lengths == nullptr ? key.shape(2) : mask.key_lengths[b];
    for (std::size_t h = 0; h < query.shape(1); ++h) {
      const std::size_t key_head = key_head_of(h, query.shape(1), key.shape(1));
      HeadWork(matrix(query, b, h), matrix(key, b, key_head), matrix(value, b, key_head), keys, mask.is_causal, scratch,
               matrix(output, b, h))
          .compute(map, options.scale.value_or(default_scale(head_dim)));
    }
  }
}

}  // namespace spotlight
