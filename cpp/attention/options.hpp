// The options of an attention: everything besides its query, key and value.
#pragma once

#include <cstdint>
#include <optional>

#include "mask.hpp"
#include "steps.hpp"

namespace spotlight {

struct AttentionOptions {
  Mask mask;
  std::optional<float> scale;  // default 1/√head_dim
  float softcap = 0.0F;        // scaled scores s become softcap · tanh(s / softcap); 0: they stay
  Activation activation = Activation::softmax;
  float eps = 0.0F;        // added to every weight before each row is normalized to sum 1
  float dropout_p = 0.0F;  // probability that a weight is dropped
  std::uint64_t seed = 0;  // seed of the dropout

  /// The numbers that an attention is given, besides those of the mask.
  template <class Visit>
  constexpr void visit_fields(Visit visit) {
    visit("scale", scale);
    visit("activation", activation);
    visit("eps", eps);
    visit("dropoutP", dropout_p);
    visit("seed", seed);
  }
};

}  // namespace spotlight
