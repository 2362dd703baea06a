#include "decoder.hpp"

#include <algorithm>
#include <numeric>

#include "../core/arguments.hpp"
#include "output.hpp"

namespace spotlight {

TokenFeatures features_of(std::span<const std::int32_t> rows) {
  constexpr const char* name = "text";
  TokenFeatures tokens;
  memory::allocate(tokens.rows, name, {rows.size()});
  memory::allocate(tokens.weights, name, {rows.size()});
  memory::allocate(tokens.offsets, name, {rows.size() + 1});
  std::ranges::copy(rows, tokens.rows.begin());
  std::ranges::fill(tokens.weights, 1.0F);
  std::iota(tokens.offsets.begin(), tokens.offsets.end(), 0);
  return tokens;
}

CrossCaches cross_caches(const Transformer& model, const Tensor3* encoder_output, Interventions& interventions) {
  CrossCaches caches(model.decoder.blocks.size());
  for (std::size_t l = 0; l < caches.size(); ++l) {
    init_cache(model.decoder.blocks[l], encoder_output, caches[l], interventions.probe(Attention::cross, l));
  }
  return caches;
}

Decoder::Decoder(const Transformer& model, const CrossCaches& cross, Interventions& interventions)
    : model_(&model),
      cross_(&cross),
      interventions_(&interventions),
      caches_(model.decoder.blocks.size()),
      residuals_(model.decoder.blocks.size() + 1) {}

const Tensor3& Decoder::append(std::span<const std::int32_t> tokens) {
  embed_tokens(model_->description.decoder, model_->decoder, features_of(tokens), scope(), x_);
  return run_blocks(0);
}

void Decoder::restore(std::size_t layer, const Tensor3& x) {
  expect_layer(layer);
  decoded_ = 0;
  keep(layer, x);
  if (layer < caches_.size()) {
    restore_cache(model_->decoder.blocks[layer], x, caches_[layer], scratch_,
                  interventions_->probe(Attention::decoder, layer));
  }
  decoded_ = x.shape(1);
}

const Tensor3& Decoder::append_from(std::size_t layer, const Tensor3& x) {
  expect_layer(layer);
  assign(x_, "x", x);
  return run_blocks(layer);
}

const Tensor3& Decoder::run_blocks(std::size_t layer) {
  const std::size_t count = x_.shape(1);
  const LayerOptions self(interventions_->of(Attention::decoder), self_attention_options(model_->decoder), decoded_,
                          count, decoded_ + count);
  const std::size_t encoded = cross_->empty() ? 0 : cross_->front().keys.shape(1);
  const LayerOptions cross(interventions_->of(Attention::cross), {}, decoded_, count, encoded);
  for (std::size_t l = layer; l < caches_.size(); ++l) {
    const Probe probe = interventions_->probe(Attention::decoder, l);
    StepScope{.probe = probe, .first = decoded_}.on(Step::residual_pre, x_);
    keep(l, x_);
    caches_[l].decoded = decoded_;
    const BlockOptions options = {.self = self.of_layer(l, probe),
                                  .cross = cross.of_layer(l, interventions_->probe(Attention::cross, l))};
    block_decode(model_->decoder.blocks[l], options, (*cross_)[l], caches_[l], scratch_, x_);
  }
  finish_stack(model_->description.decoder, model_->decoder, scope(), x_, output_);
  keep(caches_.size(), x_);
  decoded_ += count;
  return output_;
}

void Decoder::keep(std::size_t layer, const Tensor3& x) {
  residuals_[layer].truncate(decoded_);
  residuals_[layer].append("the residual stream", x);
}

void Decoder::expect_layer(std::size_t layer) const {
  if (layer > caches_.size()) refuse_argument("the decoder has no such", "layer");
}

StepScope Decoder::scope() const { return {.probe = interventions_->probe(Attention::decoder), .first = decoded_}; }

const Tensor3& Decoder::logits(std::size_t count) {
  if (count > output_.shape(1)) refuse_argument("fewer tokens were appended than", "count");
  allocate(last_, "the last outputs", {1, count, output_.shape(2)});
  std::copy_n(&output_(0, output_.shape(1) - count, 0), last_.size(), last_.data());
  project_logits(*model_, {.probe = scope().probe, .first = decoded_ - count}, last_, logits_);
  return logits_;
}

}  // namespace spotlight
