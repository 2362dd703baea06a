#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "../core/probe.hpp"
#include "mask.hpp"

namespace spotlight {

enum class WeightFunction : std::uint8_t { softmax, relu };

/// Default scale of the scores, 1/√d_k. The dot product of two vectors of d_k independent numbers of variance 1 has
/// variance d_k; dividing it by √d_k restores variance 1.
inline float default_scale(std::size_t head_dim) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(head_dim)));
}

struct AttentionOptions {
  Mask mask;
  std::optional<float> scale;  // factor of the scores; default 1/√head_dim
  float softcap = 0.0F;        // scaled scores s become softcap · tanh(s / softcap); 0: no cap
  WeightFunction weight_function = WeightFunction::softmax;
  float eps = 0.0F;        // added to every weight before each row is normalized to sum 1
  float dropout_p = 0.0F;  // probability that a weight is dropped
  std::uint64_t seed = 0;  // seed of the dropout mask

  /// Calls visit(name, field) for each attention option except those of the mask, with its JavaScript name.
  template <class Visit>
  constexpr void visit_fields(Visit visit) {
    visit("scale", scale);
    visit("activation", weight_function);
    visit("eps", eps);
    visit("dropoutP", dropout_p);
    visit("seed", seed);
  }
};

/// Options of a multi-head attention layer, and the probe that receives the intermediate results.
struct MultiheadOptions {
  static constexpr std::size_t no_head = static_cast<std::size_t>(-1);

  AttentionOptions default_options;
  std::size_t head = no_head;  // head that uses head_options
  AttentionOptions head_options;
  Probe probe;

  MultiheadOptions() = default;
  MultiheadOptions(const AttentionOptions& options) : default_options(options) {}

  const AttentionOptions& of_head(std::size_t index) const { return index == head ? head_options : default_options; }
};

}  // namespace spotlight
