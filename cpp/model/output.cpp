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
  const StackDescription& description = model.description.last_stack();
  if (description.output_transform_dim > 0) {
    Tensor3 transformed;
    linear_forward(output, model.output_transform, transformed, "the output transform");
    activation_forward(description.activation, rows_of(transformed), rows_of(transformed));
    normalize(transformed, model.output_transform_norm, transformed);
    scope.on(Step::output_transform, transformed);
    linear_forward(transformed, model.output, logits, "logits");
  } else {
    linear_forward(output, model.output, logits, "logits");
  }
  scope.on(Step::logits_before_cap, logits);
  const float cap = description.logit_softcap;
  if (cap > 0.0F) softcap(rows_of(logits), cap);
  scope.on(Step::logits, logits);
}

}  // namespace spotlight
