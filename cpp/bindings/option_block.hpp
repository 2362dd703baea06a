// Block of memory to which JavaScript writes the options of an attention call: one number per option, in the order of
// visit_options, and separate arrays. Every call needs the options, and an Embind object would take eight times as long
// (docs/decisions/border.md).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "../attention/options.hpp"
#include "../core/tensor.hpp"

namespace spotlight::bindings {

/// Flags that tell which optional arrays are set. They are stored among the numbers of the option block.
struct OptionFlags {
  bool has_key_lengths = false;
  bool has_pattern = false;

  template <class Visit>
  constexpr void visit_fields(Visit visit) {
    visit("keyLengths", has_key_lengths);
    visit("pattern", has_pattern);
  }
};

/// Calls visit(name, field) for every number of the option block, in the order in which they are stored.
template <class Visit>
constexpr void visit_options(AttentionOptions& options, SparsePattern& pattern, OptionFlags& flags, Visit visit) {
  options.mask.visit_fields(visit);
  options.visit_fields(visit);
  flags.visit_fields(visit);
  pattern.visit_fields(visit);
}

/// Calls use(name) for every number of the option block, in the order in which they are stored.
template <class Use>
constexpr void for_each_slot(Use use) {
  AttentionOptions options;
  SparsePattern pattern;
  OptionFlags flags;
  visit_options(options, pattern, flags, [&](const char* name, auto&) { use(name); });
}

inline constexpr std::size_t slot_count = [] {
  std::size_t count = 0;
  for_each_slot([&](const char*) { ++count; });
  return count;
}();

/// Index of each number in the option block. The JavaScript enumeration takes its names from slot_names.
enum class OptionSlot : std::uint8_t {};
inline constexpr auto slot_names = [] {
  std::array<const char*, slot_count> names{};
  std::size_t slot = 0;
  for_each_slot([&](const char* name) { names[slot++] = name; });
  return names;
}();

class OptionBlock {
 public:
  /// Address of the block's numbers, double[slot_count]. NaN means that an option without a default number is not set.
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(numbers_.data()); }

  // Each of the following resize functions sets the size of one array of the block and returns its address.
  std::uintptr_t resize_mask_flags(std::size_t size) { return resize(mask_flags_, "mask", size); }
  std::uintptr_t resize_mask_addend(std::size_t size) {
    allocate(mask_addend_, "mask.add", {size});
    return reinterpret_cast<std::uintptr_t>(mask_addend_.data());
  }
  std::uintptr_t resize_key_lengths(std::size_t size) { return resize(key_lengths_, "keyLengths", size); }
  std::uintptr_t resize_global_tokens(std::size_t size) { return resize(pattern_.global, "global", size); }

  /// The attention options of the block as a C++ struct, whose pointers into the block are valid until the block
  /// changes.
  AttentionOptions options() {
    AttentionOptions options;
    const double* number = numbers_.data();
    OptionFlags flags;
    visit_options(options, pattern_, flags, [&](const char*, auto& field) { set(field, *number++); });
    options.mask.flags = mask_flags_.data();
    options.mask.addend = mask_addend_.data();
    options.mask.key_lengths = flags.has_key_lengths ? key_lengths_.data() : nullptr;
    options.mask.pattern = flags.has_pattern ? &pattern_ : nullptr;
    return options;
  }

 private:
  template <class Field>
  static void set(Field& field, double number) {
    if constexpr (std::is_enum_v<Field>) {
      field = static_cast<Field>(static_cast<std::underlying_type_t<Field>>(number));
    } else {
      field = static_cast<Field>(number);
    }
  }
  static void set(bool& field, double number) { field = number != 0.0; }
  static void set(std::optional<float>& field, double number) {
    if (!std::isnan(number)) field = static_cast<float>(number);
  }

  template <class Element>
  static std::uintptr_t resize(std::vector<Element>& array, const char* name, std::size_t size) {
    memory::allocate(array, name, {size});
    return reinterpret_cast<std::uintptr_t>(array.data());
  }

  std::array<double, slot_count> numbers_{};
  std::vector<std::uint8_t> mask_flags_;
  Vector mask_addend_;
  std::vector<std::int32_t> key_lengths_;  // number of keys that are not padding, [batch]
  SparsePattern pattern_;
};

}  // namespace spotlight::bindings
