// Computing on several threads. The calling thread and its helpers take ranges of a loop one after the other, so that
// one that comes late, or that the system interrupts, holds up nothing but the range that it is at. Without helpers all
// of it is a plain loop.
//
// The numbers are the same on any number of threads: ranges are cut where the loop has its own steps.
#pragma once

#include <algorithm>
#include <cstddef>

namespace spotlight::threads {

/// Those that compute: the calling thread, which is number 0, and its helpers.
std::size_t count();

/// The fewest numbers computed one by one, and the fewest multiplications and additions of products, for which another
/// thread is of use: some 3 µs.
inline constexpr std::size_t least_numbers = 1 << 12;
inline constexpr std::size_t least_products = 1 << 16;

/// What a loop does with one of its ranges. It allocates nothing, since a helper may not let the memory grow; it throws
/// nothing, and begins no loop of its own on several threads.
struct Task {
  void (*compute)(const void* body, std::size_t range, std::size_t thread);
  const void* body;
  std::size_t ranges;
};

/// Computes all ranges, and returns when all are finished. One thread at a time may call it.
void run(const Task& task);

/// Calls body(first, end, thread) for ranges that together are [0, size). They begin at multiples of `step` and have at
/// least `smallest` elements, unless there are fewer.
template <class Body>
void for_each_range(std::size_t size, std::size_t step, std::size_t smallest, const Body& body) {
  constexpr std::size_t ranges_per_thread = 2;
  const std::size_t most = count() == 1 ? 1 : ranges_per_thread * count();
  const std::size_t wanted = std::clamp<std::size_t>(size / std::max<std::size_t>(smallest, 1), 1, most);
  const std::size_t steps = (size + step - 1) / step;
  const std::size_t length = std::max<std::size_t>((steps + wanted - 1) / wanted, 1) * step;
  const std::size_t ranges = (size + length - 1) / length;
  if (ranges <= 1) return body(0, size, 0);
  const auto compute = [&](std::size_t range, std::size_t thread) {
    body(range * length, std::min((range + 1) * length, size), thread);
  };
  using Compute = decltype(compute);
  run({.compute = [](const void* each, std::size_t range,
                     std::size_t thread) { (*static_cast<const Compute*>(each))(range, thread); },
       .body = &compute,
       .ranges = ranges});
}

// For those who start helpers, on threads of their own:

/// One more helper is counted from now on. Returns its number.
std::size_t add_helper();

/// What the helper of this number does, until dismiss_helpers() is called.
void help(std::size_t thread);

/// Ends all helpers. Their threads can then be joined.
void dismiss_helpers();

}  // namespace spotlight::threads
