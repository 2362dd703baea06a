#include "output.hpp"

#include "../layers/activation.hpp"

namespace spotlight {

void finish_stack(const StackDescription& description, const Stack& stack, const Probe& probe, std::size_t first,
                  const Tensor3& x, Tensor3& output) {
  assign(output, "the output of the layers", x);
  probe.on(Step::final_residual, output, first);
  if (!description.has_final_norm) return;
  normalize(output, stack.final_norm,
            {.mean = Step::final_norm_mean, .scale = Step::final_norm_scale, .normalized = Step::final_normalized},
            probe, first, output);
  probe.on(Step::final_norm, output, first);
}

void project_logits(const Transformer& model, const Probe& probe, std::size_t first, const Tensor3& output,
                    Tensor3& logits) {
  linear_forward(output, model.output, logits, "logits");
  probe.on(Step::logits_before_cap, logits, first);
  const float cap = model.description.last_stack().logit_softcap;
  if (cap > 0.0F) softcap(rows_of(logits), cap);
  probe.on(Step::logits, logits, first);
}

}  // namespace spotlight
