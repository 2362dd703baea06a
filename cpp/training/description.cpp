#include "description.hpp"

namespace spotlight::training {
namespace {

const char* not_offered_in(const StackDescription& stack, std::size_t embed_dim, bool can_cross) {
  const bool is_rotary = stack.positions == Positions::rotary_halves;
  const bool has_other_positions =
      stack.positions == Positions::sinusoid_halves || stack.positions == Positions::rotary_pairs;
  const RotaryScaling& scaling = stack.rotary_scaling;
  return first_broken({
      {.field = "embeddingDim", .holds = stack.embedding_dim == 0},
      {.field = "tokenTypes", .holds = stack.token_types == 0},
      {.field = "patchDim", .holds = stack.patch_dim == 0},
      {.field = "positions", .holds = !has_other_positions},
      {.field = "maxPositions", .holds = stack.max_positions > 0 || stack.positions == Positions::none},
      {.field = "rotaryDim", .holds = !is_rotary || stack.rotary_dim == stack.head_dim},
      {.field = "rotaryScaling", .holds = scaling.factor == 1.0 && scaling.magnitude == 1.0F},
      {.field = "numKvHeads", .holds = stack.num_kv_heads == stack.num_heads},
      {.field = "headDim", .holds = stack.head_dim * stack.num_heads == embed_dim},
      {.field = "scoreSoftcap", .holds = stack.score_softcap == 0.0F},
      {.field = "biasDistances", .holds = stack.bias_distances == 0},
      {.field = "queryBias", .holds = stack.query_bias},
      {.field = "keyBias", .holds = stack.key_bias},
      {.field = "valueBias", .holds = stack.value_bias},
      {.field = "outputBias", .holds = stack.output_bias},
      {.field = "hasQueryKeyNorm", .holds = !stack.has_query_key_norm},
      {.field = "hasCrossAttention", .holds = can_cross || !stack.has_cross_attention},
      {.field = "window", .holds = stack.window == 0},
      {.field = "localTheta", .holds = stack.local_theta == 0.0},
      {.field = "feedforwardBias", .holds = stack.feedforward_bias},
      {.field = "normFirst", .holds = stack.norm_first},
      {.field = "hasOutputNorms", .holds = !stack.has_output_norms},
      {.field = "isParallel", .holds = !stack.is_parallel},
      {.field = "hasEmbeddingNorm", .holds = !stack.has_embedding_norm},
      {.field = "hasFinalNorm", .holds = stack.has_final_norm},
      {.field = "outputDim", .holds = stack.output_dim == 0},
      {.field = "outputTransformDim", .holds = stack.output_transform_dim == 0},
      {.field = "logitSoftcap", .holds = stack.logit_softcap == 0.0F},
  });
}

}  // namespace

const char* not_offered(const TransformerDescription& description) {
  const StackDescription& encoder = description.encoder;
  const StackDescription& decoder = description.decoder;
  const char* field = encoder.layers > 0 ? not_offered_in(encoder, description.embed_dim, false) : nullptr;
  if (field == nullptr && decoder.layers > 0) {
    field = not_offered_in(decoder, description.embed_dim, encoder.layers > 0);
  }
  if (field != nullptr) return field;
  return description.has_output_bias ? "hasOutputBias" : nullptr;
}

}  // namespace spotlight::training
