// Names and shapes of a Transformer's steps, and which steps a model has.
#pragma once

#include <span>

#include "../core/probe.hpp"
#include "description.hpp"

namespace spotlight {

struct StepInfo {
  Step step;
  const char* name;  // name of the step in JavaScript, as in run.activation
  /// names of the dimensions: fields of the description, or tokens, queries, keys
  const char* dimensions;
};

/// All steps in the order of computation.
std::span<const StepInfo> step_table();

/// True if an intervention may make the entries of a batch differ from this step on.
bool may_begin_batch(Step step);

bool has_step(const TransformerDescription& description, Place place, Step step);

}  // namespace spotlight
