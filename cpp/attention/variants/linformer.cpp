#include "linformer.hpp"

#include <algorithm>

#include "../../kernels/matmul.hpp"

namespace spotlight {
namespace {

/// Projects each head's keys or values x along the sequence, projected = projection·x: [rank, keys] · [batch, kv_heads,
/// keys, dim] → [batch, kv_heads, rank, dim]
void project_sequence(const Matrix& projection, const Tensor4& x, const char* name, Tensor4& projected) {
  allocate(projected, name, {x.shape(0), x.shape(1), projection.shape(0), x.shape(3)});
  for (std::size_t b = 0; b < x.shape(0); ++b) {
    for (std::size_t h = 0; h < x.shape(1); ++h) {
      kernels::matmul(matrix(projection), matrix(x, b, h), matrix(projected, b, h));
    }
  }
}

}  // namespace

void mean_pooling(Matrix& projection) {
  const std::size_t rank = projection.shape(0);
  const std::size_t keys = projection.shape(1);
  std::ranges::fill(projection, 0.0F);
  for (std::size_t row = 0; row < rank; ++row) {
    const std::size_t first = row * keys / rank;
    const std::size_t end = std::max(first + 1, (row + 1) * keys / rank);
    std::fill_n(&projection(row, first), end - first, 1.0F / static_cast<float>(end - first));
  }
}

void linformer_attention(const Tensor4& query, const Tensor4& key, const Tensor4& value, const Matrix& key_projection,
                         const Matrix& value_projection, const AttentionOptions& options, LinformerScratch& scratch,
                         Tensor4& output) {
  project_sequence(key_projection, key, "projected key", scratch.key);
  project_sequence(value_projection, value, "projected value", scratch.value);
  fused_attention(query, scratch.key, scratch.value, options, scratch.attention, output);
}

}  // namespace spotlight
