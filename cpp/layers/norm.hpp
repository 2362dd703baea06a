// LayerNorm and RMSNorm, forward and backward, and split into steps for probes.
#pragma once

#include <cstdint>

#include "../core/probe.hpp"
#include "../core/tensor.hpp"

namespace spotlight {

struct Norm {
  enum class Kind : std::uint8_t {
    layer,  // LayerNorm (Ba, Kiros & Hinton 2016; torch.nn.LayerNorm)
    rms,    // RMSNorm (Zhang & Sennrich 2019): no mean, no bias
  };
  static constexpr bool has_mean(Kind kind) { return kind == Kind::layer; }
  static constexpr bool has_bias(Kind kind) { return kind == Kind::layer; }

  Kind kind = Kind::layer;
  float epsilon = 1e-5F;
  Vector weight;  // [size]
  Vector bias;    // [size] for LayerNorm
};

/// A norm, with non-owning pointers to its parameters.
struct NormView {
  Norm::Kind kind;
  float epsilon;
  const float* weight;  // [size]
  const float* bias;    // [size]; null: none
};

inline NormView view(const Norm& norm) {
  return {.kind = norm.kind,
          .epsilon = norm.epsilon,
          .weight = norm.weight.data(),
          .bias = norm.bias.size() > 0 ? norm.bias.data() : nullptr};
}

struct NormStatistics {
  Vector mean;   // [rows]; 0 for RMSNorm
  Vector scale;  // [rows], the divisor: √(variance + epsilon), or √(mean of squares + epsilon)
};

/// Mean of a row, which LayerNorm subtracts; 0 for RMSNorm.
float norm_mean(const NormView& norm, const float* x, std::size_t size);
/// Divisor of a row: √(mean of (x − mean)² + epsilon).
float norm_scale(const NormView& norm, const float* x, std::size_t size, float mean);

/// y = (x − mean) / scale · weight + bias, row by row. x and y [rows, size] may be the same matrix; `statistics` is
/// null or has room for all rows.
void norm_forward(const NormView& norm, ConstMatrixView x, MutableMatrixView y, NormStatistics* statistics = nullptr);

/// Adds the gradient of x to dx, and the parameters' gradients to weight_gradient and bias_gradient [size];
/// bias_gradient is null if there is no bias. dy [rows, size] is overwritten.
void norm_backward(const NormView& norm, ConstMatrixView x, const NormStatistics& statistics, MutableMatrixView dy,
                   MutableMatrixView dx, float* weight_gradient, float* bias_gradient);

/// Normalizes x [batch, seq_len, size]; `normalized` may be the same tensor.
void normalize(const Tensor3& x, const Norm& norm, Tensor3& normalized);

/// Steps of a norm that a probe can receive: LayerNorm's mean, the divisor, and the normalized x before weight and bias
/// are applied.
struct NormSteps {
  Step mean, scale, normalized;
};

/// Normalizes x and passes the steps to the scope's probe. In a norm of heads, with x [batch, seq_len, heads ·
/// head_dim], each head is a row.
void normalize(const Tensor3& x, const Norm& norm, const NormSteps& steps, const StepScope& scope, Tensor3& normalized);

}  // namespace spotlight
