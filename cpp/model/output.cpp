#include "output.hpp"

#include "../layers/activation.hpp"

namespace spotlight {

void finish_stack(const StackDescription& description, const Stack& stack, const StepScope& scope, const Tensor3& x,
                  Tensor3& output) {
  assign(output, "the output of the layers", x);
  scope.on(Step::final_residual, output);
  if (!description.has_final_norm) return;
  normalize(output, stack.final_norm,
            {.mean = Step::final_norm_mean, .scale = Step::final_norm_scale, .normalized = Step::final_normalized},
            scope, output);
  scope.on(Step::final_norm, output);
}

void project_logits(const Transformer& model, const StepScope& scope, const Tensor3& output, Tensor3& logits) {
  linear_forward(output, model.output, logits, "logits");
  scope.on(Step::logits_before_cap, logits);
  const float cap = model.description.last_stack().logit_softcap;
  if (cap > 0.0F) softcap(rows_of(logits), cap);
  scope.on(Step::logits, logits);
}

}  // namespace spotlight
