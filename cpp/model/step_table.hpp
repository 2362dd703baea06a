// Table of a Transformer's steps (intermediate results): their names and shapes, and which models have them.
#pragma once

#include <span>

#include "../core/probe.hpp"
#include "description.hpp"

namespace spotlight {

struct StepInfo {
  Step step;
  const char* name;  // name of the step in JavaScript, as in run.activation
  /// names of the dimensions of the step's result: fields of the description, or tokens, queries, keys
  const char* dimensions;
};

/// All intermediate results (steps) that a Transformer may have, in the order of computation.
std::span<const StepInfo> step_table();

/// True if an intervention in this intermediate result (step) may make the entries of a batch differ from there on.
bool may_begin_batch(Step step);

bool has_step(const TransformerDescription& description, Place place, Step step);

}  // namespace spotlight
