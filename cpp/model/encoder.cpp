#include "encoder.hpp"

#include "output.hpp"

namespace spotlight {

void encode(const Transformer& model, const TokenFeatures& tokens, Interventions& interventions,
            EncoderOutput& result) {
  const std::size_t layers = model.encoder.blocks.size();
  memory::allocate(result.residuals, "the residual stream", layers + 1);
  embed_tokens(model.description.encoder, model.encoder, tokens, 0, interventions.probe(Attention::encoder),
               result.residuals.front());
  const std::size_t length = result.residuals.front().shape(1);
  const LayerOptions options(interventions.of(Attention::encoder), {}, 0, length, length);
  BlockScratch scratch;
  for (std::size_t l = 0; l < layers; ++l) {
    const Probe probe = interventions.probe(Attention::encoder, l);
    probe.on(Step::residual_pre, result.residuals[l]);
    assign(result.residuals[l + 1], "the residual stream", result.residuals[l]);
    block_forward(model.encoder.blocks[l], nullptr, {.self = options.of_layer(l, probe), .cross = {}}, scratch,
                  result.residuals[l + 1]);
  }
  finish_stack(model.description.encoder, model.encoder, interventions.probe(Attention::encoder), 0,
               result.residuals.back(), result.output);
}

}  // namespace spotlight
