#include "model/description.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace {

using spotlight::RotaryScaling;
using spotlight::StackDescription;
using spotlight::TransformerDescription;

/// Converts to whatever a member is.
struct Anything {
  template <class Member>
  operator Member() const;
};

template <class Struct, std::size_t... Index>
constexpr bool has_members(std::index_sequence<Index...>) {
  return requires { Struct{(static_cast<void>(Index), Anything{})...}; };
}

/// The number of a struct's members: it cannot be initialized with one more.
template <class Struct, std::size_t Count = 1>
constexpr std::size_t member_count() {
  if constexpr (has_members<Struct>(std::make_index_sequence<Count>())) return member_count<Struct, Count + 1>();
  return Count - 1;
}

template <class Struct>
std::size_t visited() {
  std::size_t count = 0;
  Struct::visit_fields([&](const char*, auto) { ++count; });
  return count;
}

TEST(Description, EveryMemberIsInTheTableThatJavaScriptSees) {
  EXPECT_EQ(visited<RotaryScaling>(), member_count<RotaryScaling>());
  EXPECT_EQ(visited<StackDescription>(), member_count<StackDescription>());
  EXPECT_EQ(visited<TransformerDescription>(), member_count<TransformerDescription>());
}

}  // namespace
