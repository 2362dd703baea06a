// Layers of a model in training, as slices of its parameters, with their forward and backward passes (based on
// cpp/layers).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "../layers/linear.hpp"
#include "../layers/norm.hpp"
#include "parameters.hpp"

namespace spotlight::training {

struct LinearLayer {
  Slice weight;                      // [out, in]
  std::optional<Slice> bias;         // [out]
  kernels::PackedMatrix transposed;  // Wᵀ and W of the current weights, packed for products
  kernels::PackedMatrix plain;
};

/// Creates a linear layer from the model's parameters. `name` is the common prefix of weight and bias, for example
/// 'encoder.0.self_attention.query'.
LinearLayer make_linear(const Parameters& parameters, const std::string& name);
/// Creates one linear layer from the parameters of two that have the same input and the same output size. Its output is
/// both outputs side by side.
LinearLayer make_linear_pair(const Parameters& parameters, const std::string& first, const std::string& second);

/// Packs the weights of a layer for matrix products. Must be called each time the weights have changed.
void pack_weights(const Parameters& parameters, LinearLayer& layer);

/// Forward pass of a linear layer: x [rows, in] → y [rows, out].
void forward(const Parameters& parameters, const LinearLayer& layer, ConstMatrixView x, MutableMatrixView y);
/// Backward pass of a linear layer's parameters: adds the gradients of weight and bias, given dy, the gradient of y.
void backward(Parameters& parameters, const LinearLayer& layer, ConstMatrixView x, ConstMatrixView dy);

struct NormLayer {
  Norm::Kind kind = Norm::Kind::layer;
  float epsilon = 1e-5F;
  Slice weight;               // [size]
  std::optional<Slice> bias;  // [size] for LayerNorm
};

NormLayer make_norm(const Parameters& parameters, const StackDescription& description, const std::string& name);

/// Forward pass of a norm: x [rows, size] → y [rows, size]. `statistics` receives what the backward pass needs.
void forward(const Parameters& parameters, const NormLayer& layer, const Matrix& x, NormStatistics& statistics,
             Matrix& y);
/// Backward pass of a norm: adds the gradient of x to dx, and the gradients of weight and bias to those of the
/// parameters. dy [rows, size] is overwritten.
void backward(Parameters& parameters, const NormLayer& layer, const Matrix& x, const NormStatistics& statistics,
              Matrix& dy, Matrix& dx);

struct EmbeddingLayer {
  Slice tokens;                    // [vocabulary, embed_dim]
  std::optional<Slice> positions;  // [max_positions, embed_dim], learned
  float scale = 1.0F;              // factor of the token embeddings
  Matrix sinusoids;                // sinusoidal positions, [max_positions, embed_dim], if the model uses them
};

EmbeddingLayer make_embedding(const Parameters& parameters, const StackDescription& description,
                              const std::string& name);

/// Forward pass of the embedding: token ids [batch · seq_len] → x [batch · seq_len, embed_dim].
void forward(const Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
             std::size_t seq_len, Matrix& x);
/// Backward pass of the embedding: adds dx, the gradient of x, to the gradients of the table rows of the tokens and
/// positions.
void backward(Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
              std::size_t seq_len, const Matrix& dx);

}  // namespace spotlight::training
