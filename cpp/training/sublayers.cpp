#include "sublayers.hpp"

#include "vector.hpp"

namespace spotlight::training {
namespace {

constexpr const char* activation = "the activations of a training step";
constexpr const char* gradient = "the gradients of a training step";

/// The columns [first, first + columns) of x.
template <class Float>
MatrixView<Float> columns_of(MatrixView<Float> x, std::size_t first, std::size_t columns) {
  return {x.data + first, x.rows, columns, x.stride};
}

void normalize(const Parameters& parameters, const NormLayer& norm, const Matrix& x, NormStatistics& statistics,
               Matrix& normalized) {
  for (Vector* each : {&statistics.mean, &statistics.inverse}) allocate(*each, activation, {x.shape(0)});
  allocate(normalized, activation, {x.shape(0), x.shape(1)});
  norm_forward(parameters, norm, matrix(x), statistics, matrix(normalized));
}

/// y = x + dropout(linear(input))
void add_output(const Parameters& parameters, const LinearLayer& linear, const Dropout& dropout, std::size_t place,
                const Matrix& input, const Matrix& x, Matrix& y) {
  allocate(y, activation, {x.shape(0), x.shape(1)});
  linear_forward(parameters, linear, matrix(input), matrix(y));
  dropout.apply(place, y.data(), y.size());
  add(x.data(), y.data(), x.size());
}

/// The gradient of the sublayer's output before dropout, from that of y.
const Matrix& output_gradient(const Dropout& dropout, std::size_t place, Matrix& dy, Matrix& dropped) {
  if (!dropout.is_active()) return dy;
  assign(dropped, gradient, dy);
  dropout.apply(place, dropped.data(), dropped.size());
  return dropped;
}

AttentionSizes sizes_of(const AttentionLayer& layer, const BatchSizes& sizes) {
  return {.batch = sizes.batch,
          .heads = layer.heads,
          .queries = sizes.queries,
          .keys = sizes.keys,
          .scale = layer.scale,
          .is_causal = layer.is_causal,
          .dropout_place = layer.dropout_place};
}

}  // namespace

void attention_sublayer_forward(const Parameters& parameters, const AttentionLayer& layer, const BatchSizes& sizes,
                                const RotaryTable* rotary, const Dropout& dropout, const Matrix& x,
                                const Matrix* source, HeadScratch& scratch, AttentionActivations& activations,
                                Matrix& y) {
  const std::size_t embed_dim = x.shape(1);
  normalize(parameters, layer.norm, x, activations.statistics, activations.normalized);
  const Matrix& from = source != nullptr ? *source : activations.normalized;
  allocate(activations.query, activation, {x.shape(0), embed_dim});
  allocate(activations.key_value, activation, {from.shape(0), 2 * embed_dim});
  allocate(activations.weights, activation, {sizes.batch * layer.heads * sizes.queries, sizes.keys});
  allocate(activations.concat, activation, {x.shape(0), embed_dim});
  linear_forward(parameters, layer.query, matrix(activations.normalized), matrix(activations.query));
  linear_forward(parameters, layer.key_value, matrix(from), matrix(activations.key_value));
  const MutableMatrixView key = columns_of(matrix(activations.key_value), 0, embed_dim);
  const MutableMatrixView value = columns_of(matrix(activations.key_value), embed_dim, embed_dim);
  if (rotary != nullptr) {
    rotate(*rotary, sizes.queries, matrix(activations.query));
    rotate(*rotary, sizes.keys, key);
  }
  attention_forward(sizes_of(layer, sizes), matrix(activations.query), key, value, dropout, scratch,
                    matrix(activations.weights), matrix(activations.concat));
  add_output(parameters, layer.output, dropout, layer.dropout_place + 1, activations.concat, x, y);
}

void attention_sublayer_backward(Parameters& parameters, const AttentionLayer& layer, const BatchSizes& sizes,
                                 const RotaryTable* rotary, const Dropout& dropout, const Matrix& x,
                                 const Matrix* source, HeadScratch& scratch, const AttentionActivations& activations,
                                 AttentionGradients& gradients, Matrix& dx, Matrix* source_gradient) {
  const std::size_t embed_dim = x.shape(1);
  allocate(gradients.concat, gradient, activations.concat.shape());
  allocate(gradients.query, gradient, activations.query.shape());
  allocate(gradients.key_value, gradient, activations.key_value.shape());
  allocate(gradients.normalized, gradient, activations.normalized.shape());

  const Matrix& output = output_gradient(dropout, layer.dropout_place + 1, dx, gradients.sublayer);
  accumulate_linear_gradients(parameters, layer.output, matrix(activations.concat), matrix(output));
  linear_input_gradient(layer.output, matrix(output), matrix(gradients.concat));

  const MutableMatrixView key_gradient = columns_of(matrix(gradients.key_value), 0, embed_dim);
  const MutableMatrixView value_gradient = columns_of(matrix(gradients.key_value), embed_dim, embed_dim);
  const ConstMatrixView key_value = matrix(activations.key_value);
  attention_backward(sizes_of(layer, sizes), matrix(activations.query), columns_of(key_value, 0, embed_dim),
                     columns_of(key_value, embed_dim, embed_dim), matrix(activations.weights), matrix(gradients.concat),
                     dropout, scratch, matrix(gradients.query), key_gradient, value_gradient);
  if (rotary != nullptr) {
    rotate_back(*rotary, sizes.queries, matrix(gradients.query));
    rotate_back(*rotary, sizes.keys, key_gradient);
  }

  accumulate_linear_gradients(parameters, layer.query, matrix(activations.normalized), matrix(gradients.query));
  linear_input_gradient(layer.query, matrix(gradients.query), matrix(gradients.normalized));
  const Matrix& from = source != nullptr ? *source : activations.normalized;
  accumulate_linear_gradients(parameters, layer.key_value, matrix(from), matrix(gradients.key_value));
  accumulate_linear_input_gradient(layer.key_value, matrix(gradients.key_value),
                                   matrix(source != nullptr ? *source_gradient : gradients.normalized));
  norm_backward(parameters, layer.norm, matrix(x), activations.statistics, matrix(gradients.normalized), matrix(dx));
}

void feed_forward_sublayer_forward(const Parameters& parameters, const FeedForwardLayer& layer, const Dropout& dropout,
                                   const Matrix& x, FeedForwardActivations& activations, Matrix& y) {
  normalize(parameters, layer.norm, x, activations.statistics, activations.normalized);
  allocate(activations.projected, activation, {x.shape(0), layer.linear1.weight.rows});
  allocate(activations.hidden, activation, {x.shape(0), layer.linear2.weight.columns});
  linear_forward(parameters, layer.linear1, matrix(activations.normalized), matrix(activations.projected));
  activation_forward(layer.activation, layer.is_gated, matrix(activations.projected), matrix(activations.hidden));
  add_output(parameters, layer.linear2, dropout, layer.dropout_place, activations.hidden, x, y);
}

void feed_forward_sublayer_backward(Parameters& parameters, const FeedForwardLayer& layer, const Dropout& dropout,
                                    const Matrix& x, const FeedForwardActivations& activations,
                                    FeedForwardGradients& gradients, Matrix& dx) {
  allocate(gradients.hidden, gradient, activations.hidden.shape());
  allocate(gradients.projected, gradient, activations.projected.shape());
  allocate(gradients.normalized, gradient, activations.normalized.shape());

  const Matrix& output = output_gradient(dropout, layer.dropout_place, dx, gradients.sublayer);
  accumulate_linear_gradients(parameters, layer.linear2, matrix(activations.hidden), matrix(output));
  linear_input_gradient(layer.linear2, matrix(output), matrix(gradients.hidden));
  activation_backward(layer.activation, layer.is_gated, matrix(activations.projected), matrix(gradients.hidden),
                      matrix(gradients.projected));
  accumulate_linear_gradients(parameters, layer.linear1, matrix(activations.normalized), matrix(gradients.projected));
  linear_input_gradient(layer.linear1, matrix(gradients.projected), matrix(gradients.normalized));
  norm_backward(parameters, layer.norm, matrix(x), activations.statistics, matrix(gradients.normalized), matrix(dx));
}

}  // namespace spotlight::training
