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

/// Finds the parameters of a linear layer; `name` is the common prefix of weight and bias, for example
/// 'encoder.0.self_attention.query'.
LinearLayer make_linear(const Parameters& parameters, const std::string& name);
/// Combines two linear layers that have the same input and size into one.
LinearLayer make_linear_pair(const Parameters& parameters, const std::string& first, const std::string& second);

/// Packs the weights of a layer; must be called each time the weights have changed.
void pack_weights(const Parameters& parameters, LinearLayer& layer);

/// Linear layer: x [rows, in] → y [rows, out].
void forward(const Parameters& parameters, const LinearLayer& layer, ConstMatrixView x, MutableMatrixView y);
/// Adds the gradients of weight and bias, given dy, the gradient of y.
void backward(Parameters& parameters, const LinearLayer& layer, ConstMatrixView x, ConstMatrixView dy);

struct NormLayer {
  Norm::Kind kind = Norm::Kind::layer;
  float epsilon = 1e-5F;
  Slice weight;               // [size]
  std::optional<Slice> bias;  // [size] for LayerNorm
};

NormLayer make_norm(const Parameters& parameters, const StackDescription& description, const std::string& name);

/// Norm: x [rows, size] → y [rows, size].
void forward(const Parameters& parameters, const NormLayer& layer, const Matrix& x, NormStatistics& statistics,
             Matrix& y);
/// Adds the gradient of x to dx, and adds the gradients of weight and bias; dy [rows, size] is overwritten.
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

/// Embedding of token ids [batch · seq_len]: x [batch · seq_len, embed_dim].
void forward(const Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
             std::size_t seq_len, Matrix& x);
/// Adds the gradient of x to the gradients of the table rows that the tokens use.
void backward(Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
              std::size_t seq_len, const Matrix& dx);

}  // namespace spotlight::training
