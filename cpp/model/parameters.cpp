#include "parameters.hpp"

#include <algorithm>
#include <utility>

namespace spotlight {
namespace {

constexpr const char* parameter = "a parameter";

class ParameterList {
 public:
  explicit ParameterList(std::size_t embed_dim) : embed_dim_(embed_dim) {}

  std::vector<Parameter> release() { return std::move(parameters_); }

  void stack(const std::string& name, const StackDescription& description, Stack& stack) {
    if (description.layers == 0) return;
    const std::size_t columns = description.embedding_dim > 0 ? description.embedding_dim : embed_dim_;
    weight(name + ".tokens", description.vocabulary, columns, stack.tokens);
    if (description.positions == Positions::learned) {
      table(name + ".positions", description.max_positions, columns, stack.positions);
    }
    if (description.token_types > 0) table(name + ".types", description.token_types, columns, stack.types);
    if (description.patch_dim > 0) linear(name + ".patches", columns, description.patch_dim, true, stack.patches);
    if (description.has_embedding_norm) norm(name + ".embedding_norm", columns, stack.embedding_norm);
    if (description.embedding_dim > 0) linear(name + ".projection", embed_dim_, columns, true, stack.projection);
    if (description.bias_distances > 0) {
      table(name + ".distance_bias", description.bias_distances, description.num_heads, stack.distance_bias);
    }
    for (std::size_t l = 0; l < stack.blocks.size(); ++l) {
      block(name + "." + std::to_string(l) + ".", stack.blocks[l]);
    }
    if (description.has_final_norm) norm(name + ".final_norm", embed_dim_, stack.final_norm);
  }
  void block(const std::string& name, Block& block) {
    const StackDescription& description = block.description;
    norm(name + "self_attention_norm", embed_dim_, block.self_attention_norm);
    attention(name + "self_attention.", description, block.self_attention);
    if (description.has_output_norms)
      norm(name + "self_attention_output_norm", embed_dim_, block.self_attention_output_norm);
    if (description.has_cross_attention) {
      norm(name + "cross_attention_norm", embed_dim_, block.cross_attention_norm);
      attention(name + "cross_attention.", description, block.cross_attention);
    }
    if (!description.has_feed_forward()) return;
    norm(name + "feed_forward_norm", embed_dim_, block.feed_forward_norm);
    feed_forward(name + "feed_forward", description, block.feed_forward);
    if (description.has_output_norms)
      norm(name + "feed_forward_output_norm", embed_dim_, block.feed_forward_output_norm);
  }
  void attention(const std::string& name, const StackDescription& description, MultiheadWeights& weights) {
    const std::size_t heads = description.num_heads * description.head_dim;
    const std::size_t kv_heads = description.num_kv_heads * description.head_dim;
    linear(name + "query", heads, embed_dim_, description.query_bias, weights.query);
    linear(name + "key", kv_heads, embed_dim_, description.key_bias, weights.key);
    linear(name + "value", kv_heads, embed_dim_, description.value_bias, weights.value);
    if (description.has_query_key_norm) {
      vector(name + "query_norm.weight", description.head_dim, weights.query_norm.weight);
      vector(name + "key_norm.weight", description.head_dim, weights.key_norm.weight);
    }
    linear(name + "output", embed_dim_, heads, description.output_bias, weights.output);
  }
  void linear(const std::string& name, std::size_t out, std::size_t in, bool has_bias, Linear& linear) {
    weight(name, out, in, linear.weight);
    if (has_bias) vector(name + ".bias", out, linear.bias);
  }
  void norm(const std::string& name, std::size_t size, Norm& norm) {
    vector(name + ".weight", size, norm.weight);
    if (Norm::has_bias(norm.kind)) vector(name + ".bias", size, norm.bias);
  }

 private:
  void weight(const std::string& name, std::size_t rows, std::size_t columns, kernels::PackedMatrix& weight) {
    add(
        name + ".weight", {rows, columns},
        [&weight, rows, columns](std::size_t first, const Matrix& values) {
          weight.resize(columns, rows, parameter);
          weight.pack_columns(first, matrix(values));
        },
        [&weight](std::size_t first, Matrix& values) { weight.unpack_columns(first, matrix(values)); }, &weight);
  }
  void vector(const std::string& name, std::size_t size, Vector& vector) {
    add(
        name, {size},
        [&vector, size](std::size_t, const Matrix& values) {
          allocate(vector, parameter, {size});
          std::copy_n(values.data(), size, vector.data());
        },
        [&vector, size](std::size_t, Matrix& values) { std::copy_n(vector.data(), size, values.data()); });
  }
  void table(const std::string& name, std::size_t rows, std::size_t columns, Matrix& table) {
    add(
        name + ".weight", {rows, columns},
        [&table, rows, columns](std::size_t first, const Matrix& values) {
          allocate(table, parameter, {rows, columns});
          std::copy_n(values.data(), values.size(), table.data() + first * columns);
        },
        [&table, columns](std::size_t first, Matrix& values) {
          std::copy_n(table.data() + first * columns, values.size(), values.data());
        });
  }
  void feed_forward(const std::string& name, const StackDescription& description, FeedForward& layer) {
    const std::size_t hidden = description.feedforward_dim;
    const bool has_bias = description.feedforward_bias;
    linear(name + ".linear1", hidden, embed_dim_, has_bias, layer.linear1);
    if (description.is_gated) linear(name + ".up", hidden, embed_dim_, has_bias, layer.up);
    linear(name + ".linear2", embed_dim_, hidden, has_bias, layer.linear2);
  }
  void add(std::string name, std::vector<std::size_t> shape, std::function<void(std::size_t, const Matrix&)> set,
           std::function<void(std::size_t, Matrix&)> get, kernels::PackedMatrix* packed = nullptr) {
    parameters_.push_back({std::move(name), std::move(shape), std::move(set), std::move(get), packed});
  }

  std::size_t embed_dim_;
  std::vector<Parameter> parameters_;
};

}  // namespace

std::vector<Parameter> parameters_of(std::size_t embed_dim, Block& block) {
  ParameterList list(embed_dim);
  list.block("", block);
  return list.release();
}

std::vector<Parameter> parameters_of(const StackDescription& stack, std::size_t embed_dim,
                                     MultiheadWeights& attention) {
  ParameterList list(embed_dim);
  list.attention("", stack, attention);
  return list.release();
}

std::vector<Parameter> parameters_of(Transformer& model) {
  const TransformerDescription& description = model.description;
  ParameterList list(description.embed_dim);
  list.stack("encoder", description.encoder, model.encoder);
  list.stack("decoder", description.decoder, model.decoder);
  if (description.logits_dim() == 0) return list.release();
  std::size_t columns = description.embed_dim;
  if (const std::size_t size = description.last_stack().output_transform_dim; size > 0) {
    list.linear("output_transform", size, columns, true, model.output_transform);
    list.norm("output_transform_norm", size, model.output_transform_norm);
    columns = size;
  }
  list.linear("output", description.logits_dim(), columns, description.has_output_bias, model.output);
  return list.release();
}

}  // namespace spotlight
