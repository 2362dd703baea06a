#include "embedding.hpp"

#include "vector.hpp"

namespace spotlight::training {

void embedding_forward(const Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
                       std::size_t seq_len, MutableMatrixView x) {
  const ConstMatrixView tokens = parameters.value(layer.tokens);
  const simd::batch scale(layer.scale);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    map(x.columns, x.row(i), [=](simd::batch a) { return a * scale; }, tokens.row(static_cast<std::size_t>(ids[i])));
    const std::size_t position = i % seq_len;
    if (layer.positions) add(parameters.value(*layer.positions).row(position), x.row(i), x.columns);
    if (layer.sinusoids.size() > 0) add(matrix(layer.sinusoids).row(position), x.row(i), x.columns);
  }
}

void embedding_backward(Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
                        std::size_t seq_len, ConstMatrixView dx) {
  const MutableMatrixView tokens = parameters.gradient(layer.tokens);
  const simd::batch scale(layer.scale);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    float* row = tokens.row(static_cast<std::size_t>(ids[i]));
    map(
        dx.columns, row, [=](simd::batch g, simd::batch a) { return g + a * scale; }, static_cast<const float*>(row),
        dx.row(i));
    if (layer.positions) add(dx.row(i), parameters.gradient(*layer.positions).row(i % seq_len), dx.columns);
  }
}

}  // namespace spotlight::training
