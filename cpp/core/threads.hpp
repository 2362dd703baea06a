// Loops on several threads: the calling thread and its helpers each take the next range when they are done with one, so
// that a late thread delays one range at most. Without helpers it is a plain loop.
//
// The numbers are the same on any number of threads: ranges are cut where the loop has its own steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>

namespace spotlight::threads {

/// The number of threads: the calling one, which is number 0, and its helpers.
std::size_t count();

/// The least work that is worth another thread, about 3 µs: in numbers computed one by one, and in multiplications and
/// additions of a product.
inline constexpr std::size_t least_numbers = 1 << 12;
inline constexpr std::size_t least_products = 1 << 16;

/// A loop over [0, size). Its ranges begin at multiples of `step`, and all but the last have at least `smallest`
/// elements.
struct Loop {
  std::size_t size;
  std::size_t step;
  std::size_t smallest;

  /// How many threads may compute its ranges: 1 or count().
  std::size_t threads() const;
};

/// A loop whose ranges are worth a thread: each element takes the product of these factors of `least` work.
inline Loop worthwhile_loop(std::size_t size, std::size_t step, std::size_t least,
                            std::initializer_list<std::size_t> factors) {
  for (const std::size_t factor : factors) least /= std::max<std::size_t>(factor, 1);  // their product might overflow
  return {.size = size, .step = step, .smallest = least};
}

/// What a loop does with a range of its elements. It allocates nothing, since a helper may not let the memory grow; it
/// throws nothing, and begins no loop of its own on several threads.
struct Body {
  void (*compute)(const void* body, std::size_t first, std::size_t end, std::size_t thread);
  const void* body;
};

/// Computes all ranges of a loop, and returns when they are finished. One thread at a time may call it.
void for_each_range(const Loop& loop, const Body& body);

/// The same with a function body(first, end, thread).
template <class Function>
void for_each_range(const Loop& loop, const Function& function) {
  const auto compute = [](const void* body, std::size_t first, std::size_t end, std::size_t thread) {
    (*static_cast<const Function*>(body))(first, end, thread);
  };
  for_each_range(loop, Body{.compute = compute, .body = &function});
}

// For those who start helpers, on threads of their own:

/// One more helper, of at most 255, is counted from now on. Returns its number.
std::size_t add_helper();

/// What the helper of this number does, until dismiss_helpers() is called.
void help(std::size_t thread);

/// A helper cannot go on with what it has begun: the calling thread then ends the program rather than wait forever.
void report_failure();

/// How many ranges helpers have computed so far, and how many of them sleep.
std::size_t helped();
std::size_t sleeping();

/// Ends all helpers. Their threads are to be joined before others are started.
void dismiss_helpers();

}  // namespace spotlight::threads
