// The options of an attention as they come from the web side.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "../attention/options.hpp"
#include "views.hpp"

namespace spotlight::bindings {

/// The numbers among the options of an attention; its arrays lie in MaskBuffers.
struct AttentionSettings {
  Mask::Kind mask_kind;
  std::size_t mask_batch, mask_heads, mask_queries, mask_keys;
  bool has_key_lengths;
  bool is_causal;
  float scale;  // NaN: the default
  Activation activation;
  float eps;
  float dropout_p;
  double seed;  // a whole number

  bool has_pattern;  // its global words lie in MaskBuffers
  std::size_t window, random_blocks;
  double pattern_seed;  // a whole number
};

/// The arrays among the options of an attention.
class MaskBuffers {
 public:
  Bytes flags(std::size_t size) {
    flags_.resize(size);
    return Bytes(val(typed_memory_view(size, flags_.data())));
  }
  Floats addend(std::size_t size) {
    addend_.resize({size});
    return view(addend_);
  }
  Integers key_lengths(std::size_t size) {
    key_lengths_.resize(size);
    return Integers(val(typed_memory_view(size, key_lengths_.data())));
  }

  Integers global_words(std::size_t size) {
    pattern_.global.resize(size);
    return Integers(val(typed_memory_view(size, pattern_.global.data())));
  }

  AttentionOptions options(const AttentionSettings& settings) {
    AttentionOptions options;
    pattern_.window = settings.window;
    pattern_.random_blocks = settings.random_blocks;
    pattern_.seed = static_cast<std::uint64_t>(settings.pattern_seed);
    if (settings.has_pattern) options.mask.pattern = &pattern_;
    options.mask.kind = settings.mask_kind;
    options.mask.flags = flags_.data();
    options.mask.addend = addend_.data();
    options.mask.shape = {settings.mask_batch, settings.mask_heads, settings.mask_queries, settings.mask_keys};
    options.mask.is_causal = settings.is_causal;
    options.mask.key_lengths = settings.has_key_lengths ? key_lengths_.data() : nullptr;
    if (!std::isnan(settings.scale)) options.scale = settings.scale;
    options.activation = settings.activation;
    options.eps = settings.eps;
    options.dropout_p = settings.dropout_p;
    options.seed = static_cast<std::uint64_t>(settings.seed);
    return options;
  }

 private:
  std::vector<std::uint8_t> flags_;
  Vector addend_;
  std::vector<std::int32_t> key_lengths_;
  Pattern pattern_;
};

}  // namespace spotlight::bindings
