#pragma once

#include <array>

#include "attention_interventions.hpp"
#include "step_interventions.hpp"

namespace spotlight {

struct Interventions {
  std::array<AttentionIntervention, 3> attentions;  // indexed by Attention
  StepInterventions steps;                          // steps to replace or read

  const AttentionIntervention& of(Attention attention) const { return attentions[static_cast<std::size_t>(attention)]; }
  AttentionIntervention& of(Attention attention) { return attentions[static_cast<std::size_t>(attention)]; }
  Probe probe(Attention attention, std::size_t layer = Place::around_layers) {
    return {steps.empty() ? nullptr : &steps, {.attention = attention, .layer = layer}};
  }
};

}  // namespace spotlight
