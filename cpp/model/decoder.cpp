#include "decoder.hpp"

#include <cmath>

#include "embedding.hpp"

namespace spotlight {

Decoder::Decoder(const Transformer& model, const Tensor3& memory, const AttentionOptions& options)
    : model_(model), options_(options), caches_(model.decoder.size()) {
  for (std::size_t l = 0; l < caches_.size(); ++l) {
    project(memory, model.decoder[l].cross_attention.key, caches_[l].memory_keys);
    project(memory, model.decoder[l].cross_attention.value, caches_[l].memory_values);
  }
}

const Tensor3& Decoder::step(std::size_t piece) {
  embed(piece);
  for (std::size_t l = 0; l < caches_.size(); ++l) {
    const DecoderLayer& layer = model_.decoder[l];
    Cache& cache = caches_[l];
    // 1. The pieces so far, this one included: nothing after it exists yet, which is what a causal mask is.
    normalise(x_, layer.norm1, normalised_);
    cache.self_inputs.append(normalised_);
    project(normalised_, layer.self_attention.key, projected_);
    cache.keys.append(projected_);
    project(normalised_, layer.self_attention.value, projected_);
    cache.values.append(projected_);
    attend(layer.self_attention, all(cache.keys), all(cache.values));
    // 2. The words of the encoder.
    normalise(x_, layer.norm3, normalised_);
    cache.cross_inputs.append(normalised_);
    attend(layer.cross_attention, rows_of(std::as_const(cache.memory_keys)),
           rows_of(std::as_const(cache.memory_values)));
    // 3. By itself.
    add_feedforward(layer.norm2, layer.feedforward, feedforward_, x_);
  }
  normalise(x_, model_.decoder_norm, normalised_);
  project(normalised_, model_.output, scores_);
  return scores_;
}

void Decoder::embed(std::size_t piece) {
  const std::size_t dim = model_.config.embed_dim;
  const float scale = std::sqrt(static_cast<float>(dim));
  x_.resize({1, 1, dim});
  for (std::size_t c = 0; c < dim; ++c) x_(0, 0, c) = scale * model_.piece_embedding(piece, c);
  add_sinusoidal_positions(rows_of(x_), length_);
  embedding_.append(x_);
  ++length_;
}

/// x += W_O·(the heads of attention from normalised_ to these keys and values [count, embed_dim])
void Decoder::attend(const MultiheadWeights& weights, ConstMatrixView keys, ConstMatrixView values) {
  const std::size_t dim = model_.config.embed_dim;
  const std::size_t head_dim = dim / weights.num_heads;
  project(normalised_, weights.query, query_);
  merged_.resize({1, 1, dim});
  for (std::size_t h = 0; h < weights.num_heads; ++h) {
    const std::size_t from = h * head_dim;
    fused_attention({.batch = 0,
                     .head = h,
                     .num_heads = weights.num_heads,
                     .query = {query_.data() + from, 1, head_dim, dim},
                     .key = {keys.data + from, keys.rows, head_dim, dim},
                     .value = {values.data + from, values.rows, head_dim, dim},
                     .output = {merged_.data() + from, 1, head_dim, dim}},
                    options_, attention_);
  }
  project(merged_, weights.output, attended_);
  add_residual(attended_, x_);
}

ConstMatrixView Decoder::all(const Rows& rows) const {
  const std::size_t dim = model_.config.embed_dim;
  return {rows.values.data(), rows.values.size() / dim, dim, dim};
}

}  // namespace spotlight
