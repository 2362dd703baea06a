// Enumerations for JavaScript. Their names are derived from the C++ declarations: AttentionTensor::key_projection
// becomes AttentionTensor.keyProjection.
#pragma once

#include <emscripten/bind.h>

#include <array>
#include <string_view>
#include <utility>

namespace spotlight::bindings {

/// Signature of the function message_of<Value>, as the compiler spells it. It contains the name of the enumerator
/// Value, as in "… [Value = spotlight::Positions::none]", or "… [Value = (spotlight::Positions)6]" if no enumerator has
/// this value.
template <auto Value>
consteval std::string_view message_of() {
  return __PRETTY_FUNCTION__;
}

template <auto Value>
inline constexpr bool is_enumerator = message_of<Value>().find("= (") == std::string_view::npos;

/// Name of an enumerator in camel case, null-terminated. An underscore before a digit is kept, as in q4_0.
template <auto Value>
inline constexpr auto name_of = [] {
  constexpr std::string_view message = message_of<Value>();
  constexpr std::size_t begin = message.rfind(':') + 1;
  std::array<char, message.size() - begin> name{};
  std::size_t size = 0;
  for (std::size_t i = begin; i + 1 < message.size(); ++i) {
    const bool follows_underscore = message[i - 1] == '_' && i > begin && message[i] >= 'a';
    if (message[i] == '_' && message[i + 1] >= 'a') continue;
    name[size++] = follows_underscore ? static_cast<char>(message[i] - 'a' + 'A') : message[i];
  }
  return name;
}();

/// Number of enumerators of Enum, whose values are consecutive and begin with 0. A last enumerator named `count` is not
/// counted.
template <class Enum, std::size_t Index = 0>
consteval std::size_t count_of() {
  constexpr auto value = static_cast<Enum>(Index);
  if constexpr (is_enumerator<value>) {
    if constexpr (std::string_view(name_of<value>.data()) != "count") return count_of<Enum, Index + 1>();
  }
  return Index;
}

template <class Enum>
inline constexpr auto names_of = []<std::size_t... Index>(std::index_sequence<Index...>) {
  return std::array{name_of<static_cast<Enum>(Index)>.data()...};
}(std::make_index_sequence<count_of<Enum>()>());

template <class Enum>
void declare_enumeration(const char* name) {
  emscripten::enum_<Enum> declared(name);
  for (std::size_t i = 0; i < names_of<Enum>.size(); ++i) declared.value(names_of<Enum>[i], static_cast<Enum>(i));
}

}  // namespace spotlight::bindings
