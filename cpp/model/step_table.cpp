#include "step_table.hpp"

#include <algorithm>
#include <array>

namespace spotlight {
namespace {

// NOLINTBEGIN(modernize-use-designated-initializers): a table, whose columns are StepInfo's
constexpr auto steps_of_models = std::to_array<StepInfo>({
    {Step::embedding, "embedding", "tokens embeddingDim"},
    {Step::token_types, "tokenTypes", "tokens embeddingDim"},
    {Step::patches, "patches", "tokens embeddingDim"},
    {Step::positions, "positions", "tokens embeddingDim"},
    {Step::embedding_norm_mean, "embeddingNormMean", "tokens"},
    {Step::embedding_norm_scale, "embeddingNormScale", "tokens"},
    {Step::embedding_normalized, "embeddingNormalized", "tokens embeddingDim"},
    {Step::embedding_norm, "embeddingNorm", "tokens embeddingDim"},
    {Step::embedding_projection, "embeddingProjection", "tokens embedDim"},
    {Step::residual_pre, "residualPre", "tokens embedDim"},
    {Step::attention_norm_mean, "attentionNormMean", "tokens"},
    {Step::attention_norm_scale, "attentionNormScale", "tokens"},
    {Step::attention_normalized, "attentionNormalized", "tokens embedDim"},
    {Step::attention_input, "attentionInput", "tokens embedDim"},
    {Step::query, "query", "numHeads tokens headDim"},
    {Step::key, "key", "numKvHeads tokens headDim"},
    {Step::value, "value", "numKvHeads tokens headDim"},
    {Step::query_norm_scale, "queryNormScale", "numHeads tokens"},
    {Step::key_norm_scale, "keyNormScale", "numKvHeads tokens"},
    {Step::rotation, "rotation", "2 tokens rotaryDim/2"},
    {Step::rotated_query, "rotatedQuery", "numHeads tokens headDim"},
    {Step::rotated_key, "rotatedKey", "numKvHeads tokens headDim"},
    {Step::scores, "scores", "numHeads queries keys"},
    {Step::scaled, "scaled", "numHeads queries keys"},
    {Step::capped, "capped", "numHeads queries keys"},
    {Step::biased, "biased", "numHeads queries keys"},
    {Step::masked, "masked", "numHeads queries keys"},
    {Step::weights, "weights", "numHeads queries keys"},
    {Step::head_output, "headOutput", "numHeads tokens headDim"},
    {Step::head_result, "headResult", "numHeads tokens embedDim"},
    {Step::attention_projection, "attentionProjection", "tokens embedDim"},
    {Step::attention_output_norm_scale, "attentionOutputNormScale", "tokens"},
    {Step::attention_output, "attentionOutput", "tokens embedDim"},
    {Step::residual_mid, "residualMid", "tokens embedDim"},
    {Step::residual_mid_cross, "residualMidCross", "tokens embedDim"},
    {Step::attention_norm, "attentionNorm", "tokens embedDim"},
    {Step::feed_forward_norm_mean, "feedForwardNormMean", "tokens"},
    {Step::feed_forward_norm_scale, "feedForwardNormScale", "tokens"},
    {Step::feed_forward_normalized, "feedForwardNormalized", "tokens embedDim"},
    {Step::feed_forward_input, "feedForwardInput", "tokens embedDim"},
    {Step::feed_forward_pre, "feedForwardPre", "tokens feedforwardDim"},
    {Step::feed_forward_pre_linear, "feedForwardPreLinear", "tokens feedforwardDim"},
    {Step::feed_forward_hidden, "feedForwardHidden", "tokens feedforwardDim"},
    {Step::feed_forward_projection, "feedForwardProjection", "tokens embedDim"},
    {Step::feed_forward_output_norm_scale, "feedForwardOutputNormScale", "tokens"},
    {Step::feed_forward_output, "feedForwardOutput", "tokens embedDim"},
    {Step::residual_post, "residualPost", "tokens embedDim"},
    {Step::feed_forward_norm, "feedForwardNorm", "tokens embedDim"},
    {Step::final_residual, "finalResidual", "tokens embedDim"},
    {Step::final_norm_mean, "finalNormMean", "tokens"},
    {Step::final_norm_scale, "finalNormScale", "tokens"},
    {Step::final_normalized, "finalNormalized", "tokens embedDim"},
    {Step::final_norm, "finalNorm", "tokens embedDim"},
    {Step::output_transform, "outputTransform", "tokens outputTransformDim"},
    {Step::logits_before_cap, "logitsBeforeCap", "tokens outputDim"},
    {Step::logits, "logits", "tokens outputDim"},
});
// NOLINTEND(modernize-use-designated-initializers)

bool is_rotary(Positions positions) {
  return positions == Positions::rotary_pairs || positions == Positions::rotary_halves;
}

/// True if the encoder or decoder computes this intermediate result (step) before its first layer or after its last
/// layer.
bool has_step_around_layers(const StackDescription& stack, bool has_logits, Step step) {
  switch (step) {
    case Step::embedding:
    case Step::final_residual:
      return true;
    case Step::token_types:
      return stack.token_types > 0;
    case Step::patches:
      return stack.patch_dim > 0;
    case Step::positions:
      return stack.positions != Positions::none && !is_rotary(stack.positions);
    case Step::embedding_norm_mean:
      return stack.has_embedding_norm && Norm::has_mean(stack.norm);
    case Step::embedding_norm_scale:
    case Step::embedding_normalized:
    case Step::embedding_norm:
      return stack.has_embedding_norm;
    case Step::embedding_projection:
      return stack.embedding_dim > 0;
    case Step::final_norm_mean:
      return stack.has_final_norm && Norm::has_mean(stack.norm);
    case Step::final_norm_scale:
    case Step::final_normalized:
    case Step::final_norm:
      return stack.has_final_norm;
    case Step::output_transform:
      return has_logits && stack.output_transform_dim > 0;
    case Step::logits_before_cap:
      return has_logits && stack.logit_softcap > 0.0F;
    case Step::logits:
      return has_logits;
    default:
      return false;
  }
}

/// True if the attention layers (cross-attention if is_cross, otherwise self-attention) compute this intermediate
/// result (step) between their norm and their output.
bool has_attention_step(const StackDescription& stack, bool is_cross, Step step) {
  switch (step) {
    case Step::attention_norm_mean:
      return Norm::has_mean(stack.norm);
    case Step::query_norm_scale:
    case Step::key_norm_scale:
      return stack.has_query_key_norm;
    case Step::rotation:
    case Step::rotated_query:
    case Step::rotated_key:
      return !is_cross && is_rotary(stack.positions);
    case Step::capped:
      return !is_cross && stack.score_softcap > 0.0F;
    case Step::biased:
      return !is_cross && stack.bias_distances > 0;
    case Step::attention_output_norm_scale:
      return !is_cross && stack.has_output_norms;
    case Step::attention_norm:
      return !stack.norm_first;
    default:
      return step >= Step::attention_norm_scale && step <= Step::attention_output;
  }
}

/// True if the layers of a stack compute this intermediate result (step) in their residual stream or feed-forward
/// network.
bool has_layer_step(const StackDescription& stack, Step step) {
  const bool has_feed_forward = stack.has_feed_forward();
  switch (step) {
    case Step::residual_pre:
    case Step::residual_post:
      return true;
    case Step::residual_mid:
      return !stack.is_parallel;
    case Step::residual_mid_cross:
      return stack.has_cross_attention;
    case Step::feed_forward_norm_mean:
      return has_feed_forward && Norm::has_mean(stack.norm);
    case Step::feed_forward_pre_linear:
      return has_feed_forward && stack.is_gated;
    case Step::feed_forward_output_norm_scale:
      return has_feed_forward && stack.has_output_norms;
    case Step::feed_forward_norm:
      return has_feed_forward && !stack.norm_first;
    default:
      return has_feed_forward && step >= Step::feed_forward_norm_scale && step <= Step::feed_forward_output;
  }
}

}  // namespace

std::span<const StepInfo> step_table() { return steps_of_models; }

bool has_step(const TransformerDescription& description, Place place, Step step) {
  const bool is_encoder = place.attention == Attention::encoder;
  const bool is_cross = place.attention == Attention::cross;
  const StackDescription& stack = is_encoder ? description.encoder : description.decoder;
  if (stack.layers == 0 || (is_cross && !stack.has_cross_attention)) return false;
  if (place.layer == Place::around_layers) {
    const bool has_logits = &stack == &description.last_stack() && description.logits_dim() > 0;
    return !is_cross && has_step_around_layers(stack, has_logits, step);
  }
  if (place.layer >= stack.layers) return false;
  return has_attention_step(stack, is_cross, step) || (!is_cross && has_layer_step(stack, step));
}

bool may_begin_batch(Step step) {
  constexpr auto steps = std::to_array({Step::residual_pre, Step::query, Step::key, Step::value, Step::weights,
                                        Step::head_output, Step::attention_output, Step::feed_forward_output});
  return std::ranges::find(steps, step) != steps.end();
}

}  // namespace spotlight
