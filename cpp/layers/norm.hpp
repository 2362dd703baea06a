// LayerNorm and RMSNorm: forward pass, backward pass, and a computation step by step for probes.
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

/// A norm's kind and epsilon, and pointers to its parameters, which other objects own.
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

/// Mean of the row x, which LayerNorm subtracts; 0 for RMSNorm.
float norm_mean(const NormView& norm, const float* x, std::size_t size);
/// Number by which a norm divides the row x: √(mean of (x − mean)² + epsilon).
float norm_scale(const NormView& norm, const float* x, std::size_t size, float mean);

/// Applies a norm to each row: y = (x − mean) / scale · weight + bias. x and y [rows, size] may be the same matrix;
/// `statistics` receives the mean and scale of each row and may be null.
void norm_forward(const NormView& norm, ConstMatrixView x, MutableMatrixView y, NormStatistics* statistics = nullptr);

/// Backward pass of a norm: adds the gradient of the input to dx, and the parameters' gradients to weight_gradient and
/// bias_gradient [size]; bias_gradient is null if there is no bias. dy [rows, size] is overwritten.
void norm_backward(const NormView& norm, ConstMatrixView x, const NormStatistics& statistics, MutableMatrixView dy,
                   MutableMatrixView dx, float* weight_gradient, float* bias_gradient);

/// Applies a norm to x [batch, seq_len, size]; `normalized` may be the same tensor.
void normalize(const Tensor3& x, const Norm& norm, Tensor3& normalized);

/// Intermediate results of a norm that a probe can receive: LayerNorm's mean, the divisor, and the normalized x before
/// weight and bias are applied.
struct NormSteps {
  Step mean, scale, normalized;
};

/// Applies a norm to x and reports its intermediate results to the probe in `scope`. If the norm applies to each
/// attention head, x is [batch, seq_len, heads · head_dim], and each head is normalized as a row.
void normalize(const Tensor3& x, const Norm& norm, const NormSteps& steps, const StepScope& scope, Tensor3& normalized);

}  // namespace spotlight
