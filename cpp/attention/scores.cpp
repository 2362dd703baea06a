#include "scores.hpp"

#include "../kernels/gemm.hpp"

namespace spotlight {

void compute_scores(const Tensor4& query, const Tensor4& key, Tensor4& scores) {
  scores.resize({query.shape(0), query.shape(1), query.shape(2), key.shape(2)});
  for (std::size_t b = 0; b < query.shape(0); ++b) {
    for (std::size_t h = 0; h < query.shape(1); ++h) {
      const std::size_t key_head = key_head_of(h, query.shape(1), key.shape(1));
      kernels::multiply_transposed(matrix(query, b, h), matrix(key, b, key_head), matrix(scores, b, h));
    }
  }
}

}  // namespace spotlight
