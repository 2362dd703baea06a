// The options of an attention as the web side writes them: one number per slot, and the arrays beside them.
#pragma once

#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "../attention/options.hpp"
#include "../tensor.hpp"

namespace spotlight::bindings {

/// The arrays among the options.
struct OptionArrays {
  std::vector<std::uint8_t> mask_flags;
  Vector mask_addend;
  std::vector<std::int32_t> key_lengths;  // [batch]
  SparsePattern pattern;
};

/// A slot: its name on the web side (web/engine/attention/attention-options.ts), and what its number sets.
struct OptionSlot {
  const char* name;
  void (*apply)(double number, OptionArrays& arrays, AttentionOptions& options);
};

/// The layout of the block. An option is declared here and in AttentionOptions, on this side of the border.
inline constexpr OptionSlot option_slots[] = {
    {"isCausal", [](double on, OptionArrays&, AttentionOptions& o) { o.mask.is_causal = on != 0.0; }},
    {"firstQuery",  // the position of the first query
     [](double position, OptionArrays&, AttentionOptions& o) {
       o.mask.first_query = static_cast<std::int64_t>(position);
     }},
    {"scale",  // NaN: the default
     [](double scale, OptionArrays&, AttentionOptions& o) {
       if (!std::isnan(scale)) o.scale = static_cast<float>(scale);
     }},
    {"activation",
     [](double kind, OptionArrays&, AttentionOptions& o) {
       o.activation = static_cast<Activation>(static_cast<std::uint8_t>(kind));
     }},
    {"eps", [](double eps, OptionArrays&, AttentionOptions& o) { o.eps = static_cast<float>(eps); }},
    {"dropoutP", [](double p, OptionArrays&, AttentionOptions& o) { o.dropout_p = static_cast<float>(p); }},
    {"seed", [](double seed, OptionArrays&, AttentionOptions& o) { o.seed = static_cast<std::uint64_t>(seed); }},
    {"maskKind",
     [](double kind, OptionArrays& arrays, AttentionOptions& o) {
       o.mask.kind = static_cast<Mask::Kind>(static_cast<std::uint8_t>(kind));
       o.mask.flags = arrays.mask_flags.data();
       o.mask.addend = arrays.mask_addend.data();
     }},
    {"maskBatch", [](double n, OptionArrays&, AttentionOptions& o) { o.mask.shape[0] = static_cast<std::size_t>(n); }},
    {"maskHeads", [](double n, OptionArrays&, AttentionOptions& o) { o.mask.shape[1] = static_cast<std::size_t>(n); }},
    {"maskQueries",
     [](double n, OptionArrays&, AttentionOptions& o) { o.mask.shape[2] = static_cast<std::size_t>(n); }},
    {"maskKeys", [](double n, OptionArrays&, AttentionOptions& o) { o.mask.shape[3] = static_cast<std::size_t>(n); }},
    {"keyLengths", [](double on, OptionArrays& arrays,
                      AttentionOptions& o) { o.mask.key_lengths = on != 0.0 ? arrays.key_lengths.data() : nullptr; }},
    {"pattern", [](double on, OptionArrays& arrays,
                   AttentionOptions& o) { o.mask.pattern = on != 0.0 ? &arrays.pattern : nullptr; }},
    {"patternWindow",
     [](double n, OptionArrays& arrays, AttentionOptions&) { arrays.pattern.window = static_cast<std::size_t>(n); }},
    {"randomBlocks", [](double n, OptionArrays& arrays,
                        AttentionOptions&) { arrays.pattern.random_blocks = static_cast<std::size_t>(n); }},
    {"patternSeed", [](double seed, OptionArrays& arrays,
                       AttentionOptions&) { arrays.pattern.seed = static_cast<std::uint64_t>(seed); }},
};

class OptionBlock {
 public:
  static std::size_t slot_count() { return std::size(option_slots); }
  static std::string slot_name(std::size_t slot) { return option_slots[slot].name; }

  /// Of the numbers, double[slot_count].
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(numbers_); }

  // The arrays; each function returns the address.
  std::uintptr_t resize_mask_flags(std::size_t size) { return resize(arrays_.mask_flags, "mask", size); }
  std::uintptr_t resize_mask_addend(std::size_t size) {
    allocate(arrays_.mask_addend, "mask.add", {size});
    return reinterpret_cast<std::uintptr_t>(arrays_.mask_addend.data());
  }
  std::uintptr_t resize_key_lengths(std::size_t size) { return resize(arrays_.key_lengths, "keyLengths", size); }
  std::uintptr_t resize_global_tokens(std::size_t size) { return resize(arrays_.pattern.global, "global", size); }

  /// Valid until the block changes.
  AttentionOptions options() {
    AttentionOptions options;
    for (std::size_t slot = 0; slot < slot_count(); ++slot) {
      option_slots[slot].apply(numbers_[slot], arrays_, options);
    }
    return options;
  }

 private:
  template <class Element>
  static std::uintptr_t resize(std::vector<Element>& array, const char* name, std::size_t size) {
    memory::allocate(array, name, size);
    return reinterpret_cast<std::uintptr_t>(array.data());
  }

  double numbers_[std::size(option_slots)] = {};
  OptionArrays arrays_;
};

}  // namespace spotlight::bindings
