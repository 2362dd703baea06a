// Computing on several threads. The calling thread and its helpers take ranges of a loop one after the other, so that
// one that comes late, or that the system interrupts, holds up nothing but the range that it is at. Without helpers all
// of it is a plain loop.
//
// The numbers are the same on any number of threads: ranges are cut where the loop has its own steps.
#pragma once

#include <cstddef>

namespace spotlight::threads {

/// Those that compute: the calling thread, which is number 0, and its helpers.
std::size_t count();

/// The fewest numbers computed one by one, and the fewest multiplications and additions of products, for which another
/// thread is of use: some 3 µs.
inline constexpr std::size_t least_numbers = 1 << 12;
inline constexpr std::size_t least_products = 1 << 16;

/// What a loop does with a range of its elements. It allocates nothing, since a helper may not let the memory grow; it
/// throws nothing, and begins no loop of its own on several threads.
struct Body {
  void (*compute)(const void* body, std::size_t first, std::size_t end, std::size_t thread);
  const void* body;
};

/// Computes ranges that together are [0, size), and returns when all are finished. They begin at multiples of `step`
/// and have at least `smallest` elements, unless there are fewer. One thread at a time may call it.
void for_each_range(std::size_t size, std::size_t step, std::size_t smallest, const Body& body);

/// The same with a function body(first, end, thread).
template <class Function>
void for_each_range(std::size_t size, std::size_t step, std::size_t smallest, const Function& function) {
  const auto compute = [](const void* body, std::size_t first, std::size_t end, std::size_t thread) {
    (*static_cast<const Function*>(body))(first, end, thread);
  };
  for_each_range(size, step, smallest, Body{.compute = compute, .body = &function});
}

// For those who start helpers, on threads of their own:

/// One more helper is counted from now on. Returns its number.
std::size_t add_helper();

/// What the helper of this number does, until dismiss_helpers() is called.
void help(std::size_t thread);

/// Ends all helpers. Their threads can then be joined.
void dismiss_helpers();

}  // namespace spotlight::threads
