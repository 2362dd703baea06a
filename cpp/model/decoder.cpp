#include "decoder.hpp"

#include <algorithm>

#include "../core/arguments.hpp"
#include "interventions/stack_options.hpp"
#include "output.hpp"

namespace spotlight {

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
  const std::size_t encoded = cross_->empty() ? 0 : cross_->front().keys.shape(1);
  const StackOptions options(*model_, *interventions_, Attention::decoder,
                             {.first = decoded_, .queries = count, .keys = decoded_ + count}, encoded);
  for (std::size_t l = layer; l < caches_.size(); ++l) {
    scope(l).on(Step::residual_pre, x_);
    keep(l, x_);
    caches_[l].decoded = decoded_;
    block_decode(model_->decoder.blocks[l], options.of_layer(l), (*cross_)[l], caches_[l], scratch_, x_);
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

StepScope Decoder::scope(std::size_t layer) const {
  return {.probe = interventions_->probe(Attention::decoder, layer), .first = decoded_};
}

const Tensor3& Decoder::logits(std::size_t count) {
  if (count > output_.shape(1)) refuse_argument("fewer tokens were appended than", "count");
  allocate(last_, "the last outputs", {1, count, output_.shape(2)});
  std::copy_n(&output_(0, output_.shape(1) - count, 0), last_.size(), last_.data());
  project_logits(*model_, {.probe = scope().probe, .first = decoded_ - count}, last_, logits_);
  return logits_;
}

}  // namespace spotlight
