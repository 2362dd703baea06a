#include "steps.hpp"

#include <numeric>

#include "../kernels/matmul.hpp"
#include "../kernels/softmax.hpp"
#include "../layers/activation.hpp"
#include "../layers/dropout.hpp"
#include "heads.hpp"

namespace spotlight {
namespace {

/// Calls use(batch, head, kv_head) for every query head and the key/value head that it attends to.
template <class Use>
void for_each_head(const Tensor4& queries, const Tensor4& keys, Use use) {
  for (std::size_t b = 0; b < queries.shape(0); ++b) {
    for (std::size_t h = 0; h < queries.shape(1); ++h) {
      use(b, h, kv_head_index(h, queries.shape(1), keys.shape(1)));
    }
  }
}

}  // namespace

void compute_scores(const Tensor4& query, const Tensor4& key, Tensor4& scores) {
  allocate(scores, "scores", {query.shape(0), query.shape(1), query.shape(2), key.shape(2)});
  for_each_head(query, key, [&](std::size_t b, std::size_t h, std::size_t kv_head) {
    kernels::matmul_nt(matrix(query, b, h), matrix(key, b, kv_head), matrix(scores, b, h));
  });
}

void scale_scores(const Tensor4& scores, float scale, Tensor4& scaled) {
  // The single expression scaled = scores * scale would save a pass over memory, but adds 14 KB of xtensor code for
  // other shapes.
  assign(scaled, "scaled", scores);
  scaled *= scale;
}

void cap_scores(Tensor4& capped, float cap) {
  if (cap > 0.0F) softcap(rows_of(capped), cap);
}

void compute_weights(WeightFunction function, const Tensor4& masked, Tensor4& weights) {
  switch (function) {
    case WeightFunction::softmax:
      return softmax_rows(masked, weights);
    case WeightFunction::relu:
      return relu_rows(masked, weights);
  }
}

void softmax_rows(const Tensor4& masked, Tensor4& weights) {
  assign(weights, "weights", masked);
  for (std::size_t i = 0; i < row_count(weights); ++i) kernels::softmax(rows_of(weights).row(i), weights.shape(3));
}

void relu_rows(const Tensor4& masked, Tensor4& weights) {
  allocate(weights, "weights", masked.shape());
  activation_forward(FeedForwardActivation::relu, rows_of(masked), rows_of(weights));
}

void smooth_weights(Tensor4& weights, float eps) {
  if (eps == 0.0F) return;
  for (std::size_t i = 0; i < row_count(weights); ++i) {
    auto smoothed = row(rows_of(weights), i);
    xt::noalias(smoothed) += eps;
    const double total = std::accumulate(smoothed.begin(), smoothed.end(), 0.0);
    xt::noalias(smoothed) /= total;
  }
}

void drop_weights(Tensor4& weights, float p, std::uint64_t seed, std::uint64_t first) {
  apply_dropout(weights.data(), weights.size(), first, p, seed);
}

void weighted_sum(const Tensor4& weights, const Tensor4& value, Tensor4& output) {
  allocate(output, "output", {weights.shape(0), weights.shape(1), weights.shape(2), value.shape(3)});
  for_each_head(weights, value, [&](std::size_t b, std::size_t h, std::size_t kv_head) {
    kernels::matmul(matrix(weights, b, h), matrix(value, b, kv_head), matrix(output, b, h));
  });
}

}  // namespace spotlight
