#include "scores.hpp"

#include "../kernels/matmul.hpp"

namespace spotlight {

void compute_scores(const Tensor4& query, const Tensor4& key, Tensor4& scores) {
  allocate(scores, "scores", {query.shape(0), query.shape(1), query.shape(2), key.shape(2)});
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    for (std::size_t h = 0; h < query.shape(1); ++h) {
      const std::size_t kv_head = kv_head_index(h, query.shape(1), key.shape(1));
      kernels::matmul_nt(matrix(query, b, h), matrix(key, b, kv_head), matrix(scores, b, h));
    }
  }
}

}  // namespace spotlight
