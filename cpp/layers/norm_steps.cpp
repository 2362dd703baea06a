// Norms computed step by step, if a probe requests their intermediate results; the outputs are bit-identical. Optimized
// for code size, while norm.cpp is optimized for speed.
#include "../kernels/elementwise.hpp"
#include "norm.hpp"

namespace spotlight {

void normalize(const Tensor3& x, const Norm& norm, Tensor3& normalized) {
  allocate(normalized, "normalized x", x.shape());
  norm_forward(view(norm), rows_of(x, norm.weight.size()), rows_of(normalized, norm.weight.size()));
}

void normalize(const Tensor3& x, const Norm& norm, const NormSteps& steps, const StepScope& scope,
               Tensor3& normalized) {
  if (!scope.wants(steps.mean) && !scope.wants(steps.scale) && !scope.wants(steps.normalized)) {
    return normalize(x, norm, normalized);
  }
  assign(normalized, "normalized x", x);
  const std::size_t size = norm.weight.size();
  const MutableMatrixView rows = rows_of(normalized, size);
  const std::size_t heads = x.shape(2) / size;
  Tensor3 per_row;  // [batch, tokens, heads]
  allocate(per_row, "the numbers of a norm", {x.shape(0), x.shape(1), heads});
  const auto for_each_row = [&](auto use) {
    for (std::size_t i = 0; i < rows.rows; ++i) use(row(rows, i), per_row.data()[i]);
  };
  // Step 1: x − mean, for LayerNorm only
  if (Norm::has_mean(norm.kind)) {
    for (std::size_t i = 0; i < rows.rows; ++i) per_row.data()[i] = norm_mean(view(norm), rows.row(i), size);
    scope.on_columns(steps.mean, per_row, heads);
    for_each_row([](auto x_row, float mean) { xt::noalias(x_row) -= mean; });
  }
  // Step 2: division by √(mean of squares + epsilon)
  for (std::size_t i = 0; i < rows.rows; ++i) per_row.data()[i] = norm_scale(view(norm), rows.row(i), size, 0.0F);
  scope.on_columns(steps.scale, per_row, heads);
  for_each_row([](auto x_row, float scale) { xt::noalias(x_row) *= 1.0F / scale; });
  scope.on(steps.normalized, normalized);
  // Step 3: multiplication by the weight and addition of the bias
  for (std::size_t i = 0; i < rows.rows; ++i) {
    kernels::multiply(norm.weight.data(), size, rows.row(i));
    if (norm.bias.size() > 0) kernels::add(norm.bias.data(), size, rows.row(i));
  }
}

}  // namespace spotlight
