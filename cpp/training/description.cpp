#include "description.hpp"

#include <initializer_list>
#include <utility>

namespace spotlight::training {
namespace {

using Condition = std::pair<const char*, bool>;  // a field, and if its value is offered

const char* not_offered_of(const StackDescription& stack) {
  const bool is_rotary = stack.positions == Positions::rotary_halves;
  const bool has_other_positions =
      stack.positions == Positions::sinusoid_halves || stack.positions == Positions::rotary_pairs;
  for (const auto& [field, is_offered] : std::initializer_list<Condition>{
           {"embeddingDim", stack.embedding_dim == 0},
           {"tokenTypes", stack.token_types == 0},
           {"patchDim", stack.patch_dim == 0},
           {"positions", !has_other_positions},
           {"rotaryDim", !is_rotary || stack.rotary_dim == stack.head_dim},
           {"rotaryScaling", stack.rotary_scaling.factor == 1.0},
           {"numKvHeads", stack.num_kv_heads == stack.num_heads},
           {"scoreSoftcap", stack.score_softcap == 0.0F},
           {"biasDistances", stack.bias_distances == 0},
           {"queryBias", stack.query_bias},
           {"keyBias", stack.key_bias},
           {"valueBias", stack.value_bias},
           {"outputBias", stack.output_bias},
           {"hasQueryKeyNorm", !stack.has_query_key_norm},
           {"window", stack.window == 0},
           {"feedforwardBias", stack.feedforward_bias},
           {"normFirst", stack.norm_first},
           {"hasOutputNorms", !stack.has_output_norms},
           {"isParallel", !stack.is_parallel},
           {"hasEmbeddingNorm", !stack.has_embedding_norm},
           {"hasFinalNorm", stack.has_final_norm},
           {"logitSoftcap", stack.logit_softcap == 0.0F},
       }) {
    if (!is_offered) return field;
  }
  return nullptr;
}

}  // namespace

const char* not_offered(const TransformerDescription& description) {
  for (const StackDescription* stack : {&description.encoder, &description.decoder}) {
    const char* field = stack->layers > 0 ? not_offered_of(*stack) : nullptr;
    if (field != nullptr) return field;
  }
  return description.has_output_bias ? "hasOutputBias" : nullptr;
}

}  // namespace spotlight::training
