#include "sublayers.hpp"

#include <optional>
#include <utility>

#include "../kernels/elementwise.hpp"
#include "../layers/feed_forward.hpp"
#include "../layers/rotary.hpp"

namespace spotlight::training {
namespace {

constexpr const char* activation = "the activations of a training step";
constexpr const char* gradient = "the gradients of a training step";

/// Second half of the columns of `projected`, by which the first half is multiplied, if the feed-forward layer is
/// gated; none otherwise.
std::optional<ConstMatrixView> gated_half(const FeedForwardLayer& layer, ConstMatrixView projected) {
  const std::size_t size = projected.columns / 2;
  return layer.is_gated ? std::optional(projected.column_range(size, size)) : std::nullopt;
}

/// Views of the inputs of attention: `query`, and the columns of the keys and of the values in `key_value`.
AttentionViews<float> views_of(Matrix& query, Matrix& key_value) {
  const std::size_t size = query.shape(1);
  return {.query = matrix(query),
          .key = matrix(key_value).column_range(0, size),
          .value = matrix(key_value).column_range(size, size)};
}
AttentionViews<const float> views_of(const Matrix& query, const Matrix& key_value) {
  const std::size_t size = query.shape(1);
  return {.query = matrix(query),
          .key = matrix(key_value).column_range(0, size),
          .value = matrix(key_value).column_range(size, size)};
}

/// Computes a sublayer's output, with dropout, and adds the residual x: y = x + dropout(linear(input)).
void add_output(const Parameters& parameters, const LinearLayer& linear, const Dropout& dropout, std::size_t place,
                const Matrix& input, const Matrix& x, Matrix& y) {
  allocate(y, activation, {x.shape(0), x.shape(1)});
  forward(parameters, linear, matrix(input), matrix(y));
  dropout.apply(place, y.data(), y.size());
  kernels::add(x.data(), x.size(), y.data());
}

/// Gradient with respect to a sublayer's output before dropout, given dy, the gradient with respect to the output after
/// dropout.
const Matrix& output_gradient(const Dropout& dropout, std::size_t place, Matrix& dy, Matrix& dropped) {
  if (!dropout.is_active()) return dy;
  assign(dropped, gradient, dy);
  dropout.apply(place, dropped.data(), dropped.size());
  return dropped;
}

BatchedSizes sizes_of(const AttentionSublayer& sublayer) {
  const auto& [batch, queries, keys] = sublayer.sizes;
  return {.batch = batch,
          .heads = sublayer.layer.heads,
          .queries = queries,
          .keys = keys,
          .scale = sublayer.layer.scale,
          .is_causal = sublayer.layer.is_causal,
          .dropout_place = sublayer.layer.dropout_place};
}

}  // namespace

void attention_sublayer_forward(const Parameters& parameters, const AttentionSublayer& sublayer,
                                AttentionActivations& activations, Matrix& y) {
  const AttentionLayer& layer = sublayer.layer;
  const BatchSizes& sizes = sublayer.sizes;
  const Matrix& x = sublayer.x;
  const std::size_t embed_dim = x.shape(1);
  forward(parameters, layer.norm, x, activations.statistics, activations.normalized);
  const Matrix& from = sublayer.source != nullptr ? *sublayer.source : activations.normalized;
  allocate(activations.query, activation, {x.shape(0), embed_dim});
  allocate(activations.key_value, activation, {from.shape(0), 2 * embed_dim});
  allocate(activations.weights, activation, {sizes.batch * layer.heads * sizes.queries, sizes.keys});
  allocate(activations.concat, activation, {x.shape(0), embed_dim});
  forward(parameters, layer.query, matrix(activations.normalized), matrix(activations.query));
  forward(parameters, layer.key_value, matrix(from), matrix(activations.key_value));
  const AttentionViews<float> inputs = views_of(activations.query, activations.key_value);
  if (const Tensor3* rotation = sublayer.rotation) {
    const std::size_t head_dim = embed_dim / layer.heads;
    rotate_heads(Rotary::Layout::halves, *rotation, sizes.queries, head_dim, inputs.query);
    rotate_heads(Rotary::Layout::halves, *rotation, sizes.keys, head_dim, inputs.key);
  }
  batched_attention(sizes_of(sublayer), inputs, sublayer.dropout, sublayer.scratch, matrix(activations.weights),
                    matrix(activations.concat));
  add_output(parameters, layer.output, sublayer.dropout, layer.dropout_place + 1, activations.concat, x, y);
}

void attention_sublayer_backward(Parameters& parameters, const AttentionSublayer& sublayer,
                                 const AttentionActivations& activations, AttentionSublayerGradients& gradients,
                                 Matrix& dx, Matrix* source_gradient) {
  const AttentionLayer& layer = sublayer.layer;
  const BatchSizes& sizes = sublayer.sizes;
  const Matrix& x = sublayer.x;
  allocate(gradients.concat, gradient, activations.concat.shape());
  allocate(gradients.query, gradient, activations.query.shape());
  allocate(gradients.key_value, gradient, activations.key_value.shape());
  allocate(gradients.normalized, gradient, activations.normalized.shape());

  const Matrix& output = output_gradient(sublayer.dropout, layer.dropout_place + 1, dx, gradients.sublayer);
  backward(parameters, layer.output, matrix(activations.concat), matrix(output));
  linear_input_gradient(matrix(output), layer.output.plain, matrix(gradients.concat));

  const AttentionViews<float> input_gradients = views_of(gradients.query, gradients.key_value);
  batched_attention_backward(sizes_of(sublayer), views_of(activations.query, activations.key_value),
                             matrix(activations.weights), matrix(gradients.concat), sublayer.dropout, sublayer.scratch,
                             input_gradients);
  if (const Tensor3* rotation = sublayer.rotation) {
    const std::size_t head_dim = x.shape(1) / layer.heads;
    rotate_heads_back(Rotary::Layout::halves, *rotation, sizes.queries, head_dim, input_gradients.query);
    rotate_heads_back(Rotary::Layout::halves, *rotation, sizes.keys, head_dim, input_gradients.key);
  }

  backward(parameters, layer.query, matrix(activations.normalized), matrix(gradients.query));
  linear_input_gradient(matrix(gradients.query), layer.query.plain, matrix(gradients.normalized));
  const Matrix& from = sublayer.source != nullptr ? *sublayer.source : activations.normalized;
  backward(parameters, layer.key_value, matrix(from), matrix(gradients.key_value));
  accumulate_linear_input_gradient(matrix(gradients.key_value), layer.key_value.plain,
                                   matrix(sublayer.source != nullptr ? *source_gradient : gradients.normalized));
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
  feed_forward_hidden(layer.activation, projected.column_range(0, size), gated_half(layer, projected),
                      matrix(activations.hidden));
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
  // `projected` is as wide as the hidden layer, or twice as wide if the layer is gated: both projections side by side.
  const std::size_t size = activations.hidden.shape(1);
  const ConstMatrixView projected = matrix(activations.projected);
  const MutableMatrixView projected_gradient = matrix(gradients.projected);
  feed_forward_hidden_backward(layer.activation, projected.column_range(0, size), gated_half(layer, projected),
                               matrix(gradients.hidden), projected_gradient.column_range(0, size),
                               projected_gradient.column_range(size, layer.is_gated ? size : 0));
  backward(parameters, layer.linear1, matrix(activations.normalized), matrix(gradients.projected));
  linear_input_gradient(matrix(gradients.projected), layer.linear1.plain, matrix(gradients.normalized));
  backward(parameters, layer.norm, x, activations.statistics, gradients.normalized, dx);
}

}  // namespace spotlight::training
