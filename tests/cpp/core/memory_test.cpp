#include "core/memory.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "random_numbers.hpp"

namespace spotlight {
namespace {

TEST(Memory, ATensorThatDoesNotFitStaysAsItIs) {
  Tensor4 tensor = random_numbers<4>({1, 2, 3, 4}, 1);
  const Tensor4 before = tensor;
  const std::array<std::size_t, 4> sizes[] = {{1U << 31U, 1U << 31U, 1U << 31U, 1U << 31U},
                                              {std::size_t{1} << 32U, std::size_t{1} << 32U, 1, 1},
                                              {1, 1, 1, std::size_t{1} << 61U}};
  for (const auto& size : sizes) {
    try {
      allocate(tensor, "scores", size);
      FAIL() << "no error";
    } catch (const memory::OutOfMemory& error) {
      EXPECT_STREQ(error.what(), "scores");
      EXPECT_GE(error.bytes(), 0x1p63);
    }
    EXPECT_EQ(tensor.shape(), before.shape());
    EXPECT_EQ(tensor, before);
  }
}

// A handler for refused allocations may throw an error of its own type, as the handler of the bindings does, which
// throws a JavaScript error.
TEST(Memory, AHandlerEndsTheCallInItsOwnWay) {
  struct Refused {
    std::string name;
  };
  memory::set_refusal_handler([](const memory::Request& request) { throw Refused{request.name}; });
  Tensor4 tensor;
  std::string refused;
  try {
    allocate(tensor, "scores", {1U << 31U, 1U << 31U, 1U << 31U, 1U << 31U});
  } catch (const Refused& error) {
    refused = error.name;
  }
  memory::set_refusal_handler(nullptr);
  EXPECT_EQ(refused, "scores");
  EXPECT_THROW(allocate(tensor, "scores", {1U << 31U, 1U << 31U, 1U << 31U, 1U << 31U}), memory::OutOfMemory);
}

}  // namespace
}  // namespace spotlight
