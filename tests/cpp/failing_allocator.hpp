// Checks that a computation survives failed memory allocations: it reports them, and can be repeated.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "allocation_limit.hpp"
#include "core/memory.hpp"

namespace spotlight {

enum class Size : std::uint8_t { small, large };

/// Function that computes results for a small or a large input, in memory that it keeps between calls.
using Computation = std::function<std::vector<float>(Size)>;

/// Makes the n-th allocation of a computation fail, for n = 0, 1, 2, … until it has no n-th allocation. Each failure
/// must be an error that names the array, and later computations of both sizes in the same memory must be correct.
inline void expect_safe(const std::function<Computation()>& make) {
  const std::vector<float> small = make()(Size::small);
  const std::vector<float> large = make()(Size::large);
  ASSERT_FALSE(small.empty());
  ASSERT_NE(small, large);
  bool has_failed = true;
  for (long n = 0; has_failed; ++n) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    const Computation compute = make();
    ASSERT_EQ(compute(Size::small), small);
    has_failed = false;
    remaining_allocations = n;
    try {
      const std::vector<float> result = compute(Size::large);
      remaining_allocations = -1;
      ASSERT_EQ(result, large);
    } catch (const memory::OutOfMemory& error) {
      remaining_allocations = -1;
      has_failed = true;
      EXPECT_STRNE(error.what(), "");
      EXPECT_GT(error.bytes(), 0.0);
    } catch (const std::bad_alloc&) {  // thrown by a vector, which uses operator new
      remaining_allocations = -1;
      has_failed = true;
    }
    EXPECT_EQ(memory::current(), nullptr);
    ASSERT_TRUE(n > 0 || has_failed) << "nothing was allocated";
    ASSERT_EQ(compute(Size::large), large);
    ASSERT_EQ(compute(Size::small), small);
  }
}

/// Turns a function compute(memory, size) into a factory of computations, each with a memory of its own that is empty
/// at first and is kept between calls.
template <class Memory, class Compute>
std::function<Computation()> computation(Compute compute) {
  return [compute] {
    const auto kept = std::make_shared<Memory>();
    return [kept, compute](Size size) { return compute(*kept, size); };
  };
}

}  // namespace spotlight
