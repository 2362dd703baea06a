#include "layers.hpp"

#include "../layers/embedding.hpp"

namespace spotlight::training {
namespace {

const float* value_of(const Parameters& parameters, const std::optional<Slice>& slice) {
  return slice ? parameters.value(*slice).data : nullptr;
}
float* gradient_of(Parameters& parameters, const std::optional<Slice>& slice) {
  return slice ? parameters.gradient(*slice).data : nullptr;
}

NormView view_of(const Parameters& parameters, const NormLayer& layer) {
  return {.kind = layer.kind,
          .epsilon = layer.epsilon,
          .weight = parameters.value(layer.weight).data,
          .bias = value_of(parameters, layer.bias)};
}

}  // namespace

LinearLayer make_linear(const Parameters& parameters, const std::string& name) {
  LinearLayer layer;
  layer.weight = parameters.find(name + ".weight");
  layer.bias = parameters.find(name + ".bias");
  return layer;
}

LinearLayer make_linear_pair(const Parameters& parameters, const std::string& first, const std::string& second) {
  LinearLayer layer;
  layer.weight = parameters.find_pair(first + ".weight", second + ".weight");
  layer.bias = parameters.find_pair(first + ".bias", second + ".bias");
  return layer;
}

void pack_weights(const Parameters& parameters, LinearLayer& layer) {
  const ConstMatrixView weight = parameters.value(layer.weight);
  layer.transposed.pack_transposed(weight, "packed weights");
  layer.plain.pack(weight, "packed weights");
}

void forward(const Parameters& parameters, const LinearLayer& layer, ConstMatrixView x, MutableMatrixView y) {
  linear_forward(x, layer.transposed, value_of(parameters, layer.bias), y);
}

void backward(Parameters& parameters, const LinearLayer& layer, ConstMatrixView x, ConstMatrixView dy) {
  accumulate_linear_gradients(x, dy, parameters.gradient(layer.weight), gradient_of(parameters, layer.bias));
}

NormLayer make_norm(const Parameters& parameters, const StackDescription& description, const std::string& name) {
  NormLayer layer = {.kind = description.norm,
                     .epsilon = description.epsilon,
                     .weight = parameters.find(name + ".weight"),
                     .bias = {}};
  if (Norm::has_bias(layer.kind)) layer.bias = parameters.find(name + ".bias");
  return layer;
}

void forward(const Parameters& parameters, const NormLayer& layer, const Matrix& x, NormStatistics& statistics,
             Matrix& y) {
  for (Vector* each : {&statistics.mean, &statistics.scale}) {
    allocate(*each, "the activations of a training step", {x.shape(0)});
  }
  allocate(y, "the activations of a training step", x.shape());
  norm_forward(view_of(parameters, layer), matrix(x), matrix(y), &statistics);
}

void backward(Parameters& parameters, const NormLayer& layer, const Matrix& x, const NormStatistics& statistics,
              Matrix& dy, Matrix& dx) {
  norm_backward(view_of(parameters, layer), matrix(x), statistics, matrix(dy), matrix(dx),
                parameters.gradient(layer.weight).data, gradient_of(parameters, layer.bias));
}

EmbeddingLayer make_embedding(const Parameters& parameters, const StackDescription& description,
                              const std::string& name) {
  EmbeddingLayer layer;
  layer.tokens = parameters.find(name + ".tokens.weight");
  layer.scale = description.embedding_scale;
  if (description.positions == Positions::learned) {
    layer.positions = parameters.find(name + ".positions.weight");
  } else if (description.positions == Positions::sinusoids) {
    allocate_zeros(layer.sinusoids, "the positions", {description.max_positions, layer.tokens.columns});
    add_sinusoidal_positions(matrix(layer.sinusoids), 0, SinusoidLayout::interleaved, description.theta);
  }
  return layer;
}

void forward(const Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
             std::size_t seq_len, Matrix& x) {
  allocate_zeros(x, "the embeddings", {ids.size(), layer.tokens.columns});
  add_embeddings(parameters.value(layer.tokens), ids, layer.scale, matrix(x));
  if (layer.positions) add_positions(parameters.value(*layer.positions), seq_len, matrix(x));
  if (layer.sinusoids.size() > 0) add_positions(matrix(layer.sinusoids), seq_len, matrix(x));
}

void backward(Parameters& parameters, const EmbeddingLayer& layer, std::span<const std::int32_t> ids,
              std::size_t seq_len, const Matrix& dx) {
  accumulate_embedding_gradient(ids, layer.scale, matrix(dx), parameters.gradient(layer.tokens));
  if (layer.positions) accumulate_position_gradient(seq_len, matrix(dx), parameters.gradient(*layer.positions));
}

}  // namespace spotlight::training
