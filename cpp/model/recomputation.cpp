#include "recomputation.hpp"

#include <utility>

#include "interventions/stack_options.hpp"
#include "output.hpp"

namespace spotlight {
namespace {

/// Position of the only token for which a layer must be computed to read the requested intermediate result; none if the
/// request has several rows or is for cross-attention.
std::optional<std::size_t> only_token_of(const StepRequest& request) {
  const std::vector<std::uint32_t>& rows = request.selection.rows;
  if (rows.size() != 1 || request.place.attention == Attention::cross) return std::nullopt;
  return rows.front();
}

/// Requests an intermediate result from the interventions' hook as long as this object exists. The destructor ends the
/// request, even after an exception.
class Reading {
 public:
  Reading(StepInterventions& steps, StepRequest request) : steps_(steps) {
    steps.read(request.place, request.step, std::move(request.selection), request.shape);
  }
  ~Reading() { steps_.stop_reading(); }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  Reading(Reading&&) = delete;
  Reading& operator=(Reading&&) = delete;

 private:
  StepInterventions& steps_;
};

}  // namespace

void Recomputation::replace(Attention stack, std::size_t layer, Tensor3& x) const {
  StepScope{.probe = interventions.probe(stack, layer)}.on(Step::residual_pre, x);
}

void Recomputation::layer(Attention stack, std::size_t layer, std::optional<std::size_t> position, Tensor3& x) const {
  const AttentionSizes sizes = {
      .first = position.value_or(0), .queries = position ? 1 : x.shape(1), .keys = x.shape(1)};
  const StackOptions options(model, interventions, stack, sizes, encoder_output ? encoder_output->shape(1) : 0);
  BlockScratch scratch;
  block_forward(model.stack(stack).blocks[layer], encoder_output, options.of_layer(layer), scratch, x, position);
}

void Recomputation::embeddings(Attention stack, const TokenFeatures& tokens, Tensor3& x) const {
  embed_tokens(model.description.stack(stack), model.stack(stack), tokens, scope(stack), x);
}

void Recomputation::output(Attention stack, std::size_t first, const Tensor3& x, Tensor3& output) const {
  finish_stack(model.description.stack(stack), model.stack(stack), scope(stack, first), x, output);
}

void Recomputation::logits(Attention stack, std::size_t first, const Tensor3& x, Tensor3& logits) const {
  Tensor3 finished;
  output(stack, first, x, finished);
  project_logits(model, scope(stack, first), finished, logits);
}

const Tensor3& Recomputation::read(StepRequest request, const TokenFeatures& tokens, std::size_t first,
                                   Tensor3& x) const {
  const auto [attention, at_layer] = request.place;
  const Step step = request.step;
  const std::optional<std::size_t> position = only_token_of(request);
  const Reading reading(interventions.steps, std::move(request));
  Tensor3 result;
  if (at_layer != Place::around_layers) {
    layer(attention == Attention::encoder ? Attention::encoder : Attention::decoder, at_layer, position, x);
  } else if (step < Step::residual_pre) {
    embeddings(attention, tokens, x);
  } else if (step < Step::output_transform) {
    output(attention, first, x, result);
  } else {
    logits(attention, first, x, result);
  }
  return interventions.steps.result();
}

}  // namespace spotlight
