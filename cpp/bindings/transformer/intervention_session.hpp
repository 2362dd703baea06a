// Interventions in the next runs of a model: changes to its attention and to its intermediate results (steps).
#pragma once

#include "step_session.hpp"

namespace spotlight::bindings {

class InterventionSession {
 public:
  using Name = TransformerTensor;

  InterventionSession(TransformerMemory& memory, StepSession& steps) : memory_(memory), steps_(steps) {}

  void clear() {
    memory_.interventions.attentions = {};
    memory_.interventions.steps.clear();
  }

  // Interventions in one kind of attention (encoder, decoder or cross). They apply to all layers and heads unless
  // restricted to one.

  void restrict_to_layer(Attention attention, std::size_t layer) { of(attention).layer = layer; }
  void restrict_to_head(Attention attention, std::size_t head) { of(attention).head = head; }
  void mask_causally(Attention attention) { of(attention).is_causal = true; }
  void set_scale(Attention attention, float scale) { of(attention).scale = scale; }
  /// Allocates the lists of the keys that no query may attend to and of the blocked pairs of query and key. The web
  /// side writes them.
  void resize_blocked(Attention attention, std::size_t keys, std::size_t pairs) {
    AttentionIntervention& intervention = of(attention);
    memory_.tensors.allocate(Name::blocked_keys, intervention.blocked_keys, "the blocked keys", {keys});
    memory_.tensors.allocate(Name::blocked_pairs, intervention.blocked_pairs, "the blocked pairs", {pairs, 2});
  }

  /// Replaces the selected intermediate result (step) in the following runs, or adds to it. Allocates the values, which
  /// the web side writes.
  void replace(bool adds, std::size_t heads, std::size_t rows, std::size_t columns) {
    const SelectedStep& selected = steps_.selected();
    Replacement& replacement = memory_.interventions.steps.add({.place = selected.place,
                                                                .step = selected.step,
                                                                .selection = steps_.take_selection(),
                                                                .adds = adds,
                                                                .entry = selected.entry,
                                                                .values = {}});
    memory_.tensors.allocate(Name::replacement, replacement.values, "the replacement", {heads, rows, columns});
  }

 private:
  AttentionIntervention& of(Attention attention) { return memory_.interventions.of(attention); }

  TransformerMemory& memory_;
  StepSession& steps_;
};

}  // namespace spotlight::bindings
