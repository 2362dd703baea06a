#include "linear_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "../../core/simd.hpp"
#include "../../kernels/elementwise.hpp"
#include "../../kernels/matmul.hpp"
#include "../heads.hpp"

namespace spotlight {
namespace {

/// Number of queries per block. Under a causal mask, the keys that all queries of a block attend to are added to the
/// state φ(K)ᵀ·[V, 1]; attend_beyond_state handles the keys that only some of them attend to.
constexpr std::size_t block_size = 64;

/// Multiplies each x[i] by 2^(exponents[i] − largest), where `largest` is at least as large as every exponent.
[[gnu::noinline]] void multiply_by_powers(const float* exponents, float largest, float* x, std::size_t size) {
  const auto multiply = [=](simd::batch each, simd::batch exponent) {
    return each * simd::exp2(exponent - simd::batch(largest));
  };
  kernels::map(size, x, multiply, x, exponents);
}

/// Multiplies all x by the same power, 2^(exponent − largest).
[[gnu::noinline]] void multiply_by_power(float exponent, float largest, float* x, std::size_t size) {
  if (exponent == largest) return;
  const simd::batch factor = simd::exp2(simd::batch(exponent - largest));
  kernels::map(size, x, [=](simd::batch each) { return each * factor; }, x);
}

class LinearAttentionHead {
 public:
  LinearAttentionHead(ConstMatrixView query, ConstMatrixView key, ConstMatrixView value, std::size_t key_length,
                      const Mask& mask, LinearAttentionScratch& scratch, MutableMatrixView output)
      : query_(query),
        key_(key),
        value_(value),
        key_length_(key_length),
        mask_(mask),
        scratch_(scratch),
        output_(output) {}

  void compute(const FeatureMap& map, float scale) {
    // Step 1: the feature maps φ(Q) and φ(K), and [V, 1], the values with a column of ones. The exponents of φ(Q) are
    // discarded, since they cancel in the quotient of step 3.
    apply_feature_map(map, scratch_.projection, query_, scale, scratch_.query, scratch_.exponents);
    apply_feature_map(map, scratch_.projection, key_, scale, scratch_.key, scratch_.exponents);
    append_ones_column();
    // Step 2: the state φ(K)ᵀ·[V, 1] and the weighted sums of each query.
    allocate_zeros(scratch_.state, "the state of linear attention", {scratch_.key.shape(1), scratch_.value.shape(1)});
    std::size_t in_state = 0;  // number of keys in the state
    for (std::size_t first = 0; first < query_.rows; first += block_size) {
      const std::size_t count = std::min(block_size, query_.rows - first);
      const std::size_t attended_by_all = mask_.causal_end(first, key_length_);
      for (; in_state < attended_by_all; in_state += std::min(block_size, attended_by_all - in_state)) {
        accumulate_state(in_state, std::min(block_size, attended_by_all - in_state));
      }
      read_state(first, count);
      attend_beyond_state(first, count, in_state);
      normalize_output(first, count);
    }
  }

 private:
  void append_ones_column() {
    const std::size_t columns = value_.columns + 1;
    allocate(scratch_.value, "value and a column of ones", {value_.rows, columns});
    for (std::size_t i = 0; i < value_.rows; ++i) {
      std::copy_n(value_.row(i), value_.columns, &scratch_.value(i, 0));
      scratch_.value(i, columns - 1) = 1.0F;
    }
  }

  /// Largest exponent of the state and of the keys [first, first + count). All sums are scaled by the largest exponent
  /// so far, as in an online softmax, so that an output depends only on the keys that its query attends to.
  float largest_exponent(std::size_t first, std::size_t count) const {
    const float* exponents = scratch_.exponents.data() + first;
    return std::accumulate(exponents, exponents + count, state_exponent_,
                           [](float a, float b) { return std::max(a, b); });
  }

  /// Adds the keys [first, first + count) to the state: state += φ(K)ᵀ·[V, 1].
  void accumulate_state(std::size_t first, std::size_t count) {
    const float largest = largest_exponent(first, count);
    multiply_by_power(state_exponent_, largest, scratch_.state.data(), scratch_.state.size());
    state_exponent_ = largest;
    for (std::size_t key = first; key < first + count; ++key) {
      multiply_by_power(scratch_.exponents(key, 0), largest, &scratch_.key(key, 0), scratch_.key.shape(1));
    }
    kernels::accumulate_matmul_tn(matrix(scratch_.key).row_range(first, count),
                                  matrix(scratch_.value).row_range(first, count), matrix(scratch_.state));
  }

  /// Computes the weighted sums of the queries [first, first + count) over the keys in the state: sums = φ(Q)·state.
  void read_state(std::size_t first, std::size_t count) {
    allocate(scratch_.sums, "sums of a block", {count, scratch_.state.shape(1)});
    kernels::matmul(matrix(scratch_.query).row_range(first, count), matrix(scratch_.state), matrix(scratch_.sums));
  }

  /// Adds the keys from `in_state` on, to which only some of the queries [first, first + count) attend, to the weighted
  /// sums of these queries: sums += (φ(Q)·φ(K)ᵀ ∘ M)·[V, 1], where M is 1 if a query attends to a key and 0 otherwise.
  void attend_beyond_state(std::size_t first, std::size_t count, std::size_t in_state) {
    const std::size_t keys = mask_.causal_end(first + count - 1, key_length_) - in_state;
    if (keys == 0) return;
    allocate(scratch_.weights, "weights of a block", {count, keys});
    kernels::matmul_nt(matrix(scratch_.query).row_range(first, count), matrix(scratch_.key).row_range(in_state, keys),
                       matrix(scratch_.weights));
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t attended = mask_.causal_end(first + i, key_length_) - in_state;
      const float largest = largest_exponent(in_state, attended);
      float* weights = &scratch_.weights(i, 0);
      multiply_by_powers(scratch_.exponents.data() + in_state, largest, weights, attended);
      std::fill(weights + attended, weights + keys, 0.0F);
      multiply_by_power(state_exponent_, largest, &scratch_.sums(i, 0), scratch_.sums.shape(1));
    }
    kernels::accumulate_matmul(matrix(scratch_.weights), matrix(scratch_.value).row_range(in_state, keys),
                               matrix(scratch_.sums));
  }

  /// Step 3: output = sums / Σ weights. The last column of the sums is Σ weights, since the last column of [V, 1] is
  /// ones. The output is NaN if Σ weights exceeds float32, and 0 for a query that attends to no key.
  void normalize_output(std::size_t first, std::size_t count) {
    const std::size_t columns = output_.columns;
    for (std::size_t i = 0; i < count; ++i) {
      const float sum = scratch_.sums(i, columns);
      const bool has_keys = mask_.causal_end(first + i, key_length_) > 0;
      const bool is_held = sum > 0.0F && std::isfinite(sum);
      const float without = has_keys ? std::numeric_limits<float>::quiet_NaN() : 0.0F;
      const float factor = is_held ? 1.0F / sum : without;
      for (std::size_t c = 0; c < columns; ++c) output_.row(first + i)[c] = scratch_.sums(i, c) * factor;
    }
  }

  ConstMatrixView query_, key_, value_;
  std::size_t key_length_;  // index of the first padding key
  const Mask& mask_;
  LinearAttentionScratch& scratch_;
  MutableMatrixView output_;
  float state_exponent_ = std::numeric_limits<float>::lowest();  // the true state is state · 2^state_exponent_
};

}  // namespace

void linear_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const AttentionOptions& options,
                      const FeatureMap& map, LinearAttentionScratch& scratch, Tensor4& output) {
  const std::size_t head_dim = query.shape(3);
  allocate(output, "output", {query.shape(0), query.shape(1), query.shape(2), value.shape(3)});
  if (map.kind == FeatureMap::Kind::favor) {
    allocate(scratch.projection, "random projection", {map.features, head_dim});
    draw_random_projection(map, scratch.projection);
  }
  const Mask& mask = options.mask;
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    const std::size_t key_length = mask.key_count(b, key.shape(2));
    for (std::size_t h = 0; h < query.shape(1); ++h) {
      const std::size_t kv_head = kv_head_index(h, query.shape(1), key.shape(1));
      LinearAttentionHead(matrix(query, b, h), matrix(key, b, kv_head), matrix(value, b, kv_head), key_length, mask,
                          scratch, matrix(output, b, h))
          .compute(map, options.scale.value_or(default_scale(head_dim)));
    }
  }
}

}  // namespace spotlight
