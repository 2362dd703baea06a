#include "sublayers.hpp"

#include "../kernels/elementwise.hpp"
#include "../layers/rotary.hpp"

namespace spotlight::training {
namespace {

constexpr const char* activation = "the activations of a training step";
constexpr const char* gradient = "the gradients of a training step";

/// product ∘= x
void multiply(ConstMatrixView x, MutableMatrixView product) {
  for (std::size_t i = 0; i < x.rows; ++i) kernels::multiply(x.row(i), x.columns, product.row(i));
}

/// The columns [first, first + columns) of x.
template <class Float>
MatrixView<Float> columns_of(MatrixView<Float> x, std::size_t first, std::size_t columns) {
  return {x.data + first, x.rows, columns, x.stride};
}

/// y = x + dropout(linear(input))
void add_output(const Parameters& parameters, const LinearLayer& linear, const Dropout& dropout, std::size_t place,
                const Matrix& input, const Matrix& x, Matrix& y) {
  allocate(y, activation, {x.shape(0), x.shape(1)});
  forward(parameters, linear, matrix(input), matrix(y));
  dropout.apply(place, y.data(), y.size());
  kernels::add(x.data(), x.size(), y.data());
}

/// The gradient of the sublayer's output before dropout, from that of y.
const Matrix& output_gradient(const Dropout& dropout, std::size_t place, Matrix& dy, Matrix& dropped) {
  if (!dropout.is_active()) return dy;
  assign(dropped, gradient, dy);
  dropout.apply(place, dropped.data(), dropped.size());
  return dropped;
}

BatchedSizes sizes_of(const AttentionLayer& layer, const BatchSizes& sizes) {
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
                                const Tensor3* rotation, const Dropout& dropout, const Matrix& x, const Matrix* source,
                                BatchedScratch& scratch, AttentionActivations& activations, Matrix& y) {
  const std::size_t embed_dim = x.shape(1);
  forward(parameters, layer.norm, x, activations.statistics, activations.normalized);
  const Matrix& from = source != nullptr ? *source : activations.normalized;
  allocate(activations.query, activation, {x.shape(0), embed_dim});
  allocate(activations.key_value, activation, {from.shape(0), 2 * embed_dim});
  allocate(activations.weights, activation, {sizes.batch * layer.heads * sizes.queries, sizes.keys});
  allocate(activations.concat, activation, {x.shape(0), embed_dim});
  forward(parameters, layer.query, matrix(activations.normalized), matrix(activations.query));
  forward(parameters, layer.key_value, matrix(from), matrix(activations.key_value));
  const MutableMatrixView key = columns_of(matrix(activations.key_value), 0, embed_dim);
  const MutableMatrixView value = columns_of(matrix(activations.key_value), embed_dim, embed_dim);
  if (rotation != nullptr) {
    const auto turn = [&](std::size_t seq_len, MutableMatrixView heads) {
      rotate_heads(Rotary::Layout::halves, *rotation, seq_len, embed_dim / layer.heads, heads);
    };
    turn(sizes.queries, matrix(activations.query));
    turn(sizes.keys, key);
  }
  batched_attention(sizes_of(layer, sizes), matrix(activations.query), key, value, dropout, scratch,
                    matrix(activations.weights), matrix(activations.concat));
  add_output(parameters, layer.output, dropout, layer.dropout_place + 1, activations.concat, x, y);
}

void attention_sublayer_backward(Parameters& parameters, const AttentionLayer& layer, const BatchSizes& sizes,
                                 const Tensor3* rotation, const Dropout& dropout, const Matrix& x, const Matrix* source,
                                 BatchedScratch& scratch, const AttentionActivations& activations,
                                 AttentionGradients& gradients, Matrix& dx, Matrix* source_gradient) {
  const std::size_t embed_dim = x.shape(1);
  allocate(gradients.concat, gradient, activations.concat.shape());
  allocate(gradients.query, gradient, activations.query.shape());
  allocate(gradients.key_value, gradient, activations.key_value.shape());
  allocate(gradients.normalized, gradient, activations.normalized.shape());

  const Matrix& output = output_gradient(dropout, layer.dropout_place + 1, dx, gradients.sublayer);
  backward(parameters, layer.output, matrix(activations.concat), matrix(output));
  linear_input_gradient(matrix(output), layer.output.plain, matrix(gradients.concat));

  const MutableMatrixView key_gradient = columns_of(matrix(gradients.key_value), 0, embed_dim);
  const MutableMatrixView value_gradient = columns_of(matrix(gradients.key_value), embed_dim, embed_dim);
  const ConstMatrixView key_value = matrix(activations.key_value);
  batched_attention_backward(sizes_of(layer, sizes), matrix(activations.query), columns_of(key_value, 0, embed_dim),
                             columns_of(key_value, embed_dim, embed_dim), matrix(activations.weights),
                             matrix(gradients.concat), dropout, scratch, matrix(gradients.query), key_gradient,
                             value_gradient);
  if (rotation != nullptr) {
    const auto turn_back = [&](std::size_t seq_len, MutableMatrixView heads) {
      rotate_heads_back(Rotary::Layout::halves, *rotation, seq_len, embed_dim / layer.heads, heads);
    };
    turn_back(sizes.queries, matrix(gradients.query));
    turn_back(sizes.keys, key_gradient);
  }

  backward(parameters, layer.query, matrix(activations.normalized), matrix(gradients.query));
  linear_input_gradient(matrix(gradients.query), layer.query.plain, matrix(gradients.normalized));
  const Matrix& from = source != nullptr ? *source : activations.normalized;
  backward(parameters, layer.key_value, matrix(from), matrix(gradients.key_value));
  accumulate_linear_input_gradient(matrix(gradients.key_value), layer.key_value.plain,
                                   matrix(source != nullptr ? *source_gradient : gradients.normalized));
  backward(parameters, layer.norm, x, activations.statistics, gradients.normalized, dx);
}

void feed_forward_sublayer_forward(const Parameters& parameters, const FeedForwardLayer& layer, const Dropout& dropout,
                                   const Matrix& x, FeedForwardActivations& activations, Matrix& y) {
  forward(parameters, layer.norm, x, activations.statistics, activations.normalized);
  allocate(activations.projected, activation, {x.shape(0), layer.linear1.weight.rows});
  allocate(activations.hidden, activation, {x.shape(0), layer.linear2.weight.columns});
  forward(parameters, layer.linear1, matrix(activations.normalized), matrix(activations.projected));
  const std::size_t size = activations.hidden.shape(1);
  const ConstMatrixView projected = matrix(std::as_const(activations.projected));
  activation_forward(layer.activation, columns_of(projected, 0, size), matrix(activations.hidden));
  if (layer.is_gated) multiply(columns_of(projected, size, size), matrix(activations.hidden));
  add_output(parameters, layer.linear2, dropout, layer.dropout_place, activations.hidden, x, y);
}

void feed_forward_sublayer_backward(Parameters& parameters, const FeedForwardLayer& layer, const Dropout& dropout,
                                    const Matrix& x, const FeedForwardActivations& activations,
                                    FeedForwardGradients& gradients, Matrix& dx) {
  allocate(gradients.hidden, gradient, activations.hidden.shape());
  allocate(gradients.projected, gradient, activations.projected.shape());
  allocate(gradients.normalized, gradient, activations.normalized.shape());

  const Matrix& output = output_gradient(dropout, layer.dropout_place, dx, gradients.sublayer);
  backward(parameters, layer.linear2, matrix(activations.hidden), matrix(output));
  linear_input_gradient(matrix(output), layer.linear2.plain, matrix(gradients.hidden));
  // hidden = f(a), or f(a) ∘ g, where `projected` is a, or a and g side by side.
  const std::size_t size = activations.hidden.shape(1);
  const ConstMatrixView projected = matrix(activations.projected);
  const ConstMatrixView a = columns_of(projected, 0, size);
  const ConstMatrixView of_hidden = matrix(std::as_const(gradients.hidden));
  const MutableMatrixView of_a = columns_of(matrix(gradients.projected), 0, size);
  for (std::size_t i = 0; i < of_a.rows; ++i) std::copy_n(of_hidden.row(i), size, of_a.row(i));
  if (layer.is_gated) {
    const MutableMatrixView of_gate = columns_of(matrix(gradients.projected), size, size);
    activation_forward(layer.activation, a, of_gate);
    multiply(of_hidden, of_gate);
    multiply(columns_of(projected, size, size), of_a);
  }
  activation_backward(layer.activation, a, of_a);
  backward(parameters, layer.linear1, matrix(activations.normalized), matrix(gradients.projected));
  linear_input_gradient(matrix(gradients.projected), layer.linear1.plain, matrix(gradients.normalized));
  backward(parameters, layer.norm, x, activations.statistics, gradients.normalized, dx);
}

}  // namespace spotlight::training
