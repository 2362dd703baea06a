#include "encoder.hpp"

#include "../core/arguments.hpp"
#include "interventions/stack_options.hpp"
#include "output.hpp"

namespace spotlight {

namespace {

/// Runs the encoder's blocks from layer `layer` on, beginning with the residual stream result.residuals[layer].
void run_blocks(const Transformer& model, std::size_t layer, Interventions& interventions, EncoderOutput& result) {
  const std::size_t length = result.residuals[layer].shape(1);
  const StackOptions options(model, interventions, Attention::encoder, {.first = 0, .queries = length, .keys = length});
  BlockScratch scratch;
  for (std::size_t l = layer; l < model.encoder.blocks.size(); ++l) {
    StepScope{.probe = interventions.probe(Attention::encoder, l)}.on(Step::residual_pre, result.residuals[l]);
    assign(result.residuals[l + 1], "the residual stream", result.residuals[l]);
    block_forward(model.encoder.blocks[l], nullptr, options.of_layer(l), scratch, result.residuals[l + 1]);
  }
  finish_stack(model.description.encoder, model.encoder, {.probe = interventions.probe(Attention::encoder)},
               result.residuals.back(), result.output);
}

}  // namespace

void encode(const Transformer& model, const TokenFeatures& tokens, Interventions& interventions,
            EncoderOutput& result) {
  memory::allocate(result.residuals, "the residual stream", {model.encoder.blocks.size() + 1});
  embed_tokens(model.description.encoder, model.encoder, tokens, {.probe = interventions.probe(Attention::encoder)},
               result.residuals.front());
  run_blocks(model, 0, interventions, result);
}

void encode_from(const Transformer& model, std::size_t layer, const Tensor3& x, Interventions& interventions,
                 EncoderOutput& result) {
  if (layer > model.encoder.blocks.size()) refuse_argument("the encoder has no such", "layer");
  memory::allocate(result.residuals, "the residual stream", {model.encoder.blocks.size() + 1});
  assign(result.residuals[layer], "the residual stream", x);
  run_blocks(model, layer, interventions, result);
}

}  // namespace spotlight
