// Parallel loops: the calling thread and its helpers each take the next range of a loop when they finish one, so that a
// late thread delays the loop by at most one range. Without helpers, a loop runs on the calling thread.
//
// The results are the same on any number of threads, since ranges begin at multiples of the loop's step.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace spotlight::threads {

struct Loop;

/// Body of a parallel loop, called for a range of elements. It must not allocate, since a helper may not grow the
/// memory, and must not throw. A loop inside the body runs on the calling thread only.
struct Body {
  void (*compute)(const void* body, std::size_t first, std::size_t end, std::size_t thread);
  const void* body;
};

/// A thread and the helper threads that compute its parallel loops together with it. The thread that starts the helpers
/// owns the team.
///
/// The atomic counters are only incremented or decremented. With compare-and-exchange, helpers computed wrong ranges in
/// Node 20, whose V8 never optimizes a function that does not return; natively and in later V8 they did not.
class Team {  // NOLINT(clang-analyzer-optin.performance.Padding): avoids false sharing of cache lines
 public:
  /// Number of threads in the team: the owner, which is thread 0, and its helpers.
  std::size_t count() const { return helpers_ + 1; }

  /// Registers a helper; at most 255 are allowed. Returns its thread number.
  std::size_t add_helper();

  /// Main loop of a helper, called on the helper's thread. Returns after dismiss_helpers().
  void help(std::size_t thread);

  /// Reports that a helper cannot finish its range. The thread that waits for the loop then traps instead of waiting
  /// forever.
  void report_failure() { has_failed_ = true; }

  /// Counters for measurements and tests: the ranges that helpers have computed so far, and the helpers that are
  /// asleep.
  std::size_t helped() const { return helped_; }
  std::size_t sleeping() const { return sleepers_; }

  /// Ends all helpers. The caller must join their threads before it starts other helpers, and before the team is
  /// destroyed.
  void dismiss_helpers();

  /// Computes a loop in ranges of `length` elements, and returns when all ranges are finished. An exception in the body
  /// terminates the program, because helpers would continue in a destroyed stack frame.
  void compute(const Loop& loop, std::size_t length, const Body& body) noexcept;
  bool is_computing() const { return is_computing_; }

 private:
  struct Task {
    Body body;
    std::size_t size;
    std::size_t length;
    std::size_t ranges;
  };

  std::size_t compute_ranges(std::size_t thread);
  void announce();
  void wait_for_helpers_at_work();
  void sleep_until_announced(std::uint32_t seen);
  void wake_all();

  std::size_t helpers_ = 0;
  Task task_ = {};             // read only by threads that have taken a range
  bool is_computing_ = false;  // written only while no helper is at work
  // Number of ranges that no thread has taken yet; negative after a thread has tried to take one when none were left.
  alignas(64) std::atomic<std::int32_t> untaken_ = 0;
  // Number of helpers that are taking ranges. A helper increments it before taking one, so that a thread that finds no
  // range left and no helper at work knows that all ranges are finished.
  std::atomic<std::int32_t> at_work_ = 0;
  alignas(64) std::atomic<std::uint32_t> epoch_ = 0;  // incremented by each loop and by dismiss_helpers()
  std::atomic<std::uint32_t> sleepers_ = 0;
  std::atomic<bool> is_dismissed_ = false;
  std::atomic<bool> has_failed_ = false;  // a helper at work will not finish
  std::atomic<std::size_t> helped_ = 0;
};

/// Makes the helpers of a team compute the calling thread's loops for the lifetime of this object.
/// docs/decisions/threads.md explains why the team is not an argument of every kernel.
class ScopedTeam {
 public:
  explicit ScopedTeam(Team& team) noexcept;
  ~ScopedTeam();
  ScopedTeam(const ScopedTeam&) = delete;
  ScopedTeam& operator=(const ScopedTeam&) = delete;
  ScopedTeam(ScopedTeam&&) = delete;
  ScopedTeam& operator=(ScopedTeam&&) = delete;

 private:
  Team* before_;
};

/// Number of threads that compute the loops of the calling thread.
std::size_t count();

/// Minimum amount of work, about 3 µs, that justifies another thread: least_numbers elementwise operations, or
/// least_products multiply-adds of a matrix product.
inline constexpr std::size_t least_numbers = 1 << 12;
inline constexpr std::size_t least_products = 1 << 16;

/// A parallel loop over [0, size). It is divided into ranges that begin at multiples of `step`; all but the last have
/// at least `smallest` elements.
struct Loop {
  std::size_t size;
  std::size_t step;
  std::size_t smallest;

  /// Number of threads that compute the ranges of the loop: one thread or all of them, count().
  std::size_t threads() const;
};

/// Parallel loop whose ranges are large enough to be worth a thread. The work per element is the product of `factors`;
/// `least` is the minimum work of a range.
inline Loop worthwhile_loop(std::size_t size, std::size_t step, std::size_t least,
                            std::initializer_list<std::size_t> factors) {
  for (const std::size_t factor : factors) least /= std::max<std::size_t>(factor, 1);  // their product might overflow
  return {.size = size, .step = step, .smallest = least};
}

void for_each_range(const Loop& loop, const Body& body);

/// Calls function(first, end, thread) for all ranges of a loop, and returns when all calls have finished.
template <class Function>
void for_each_range(const Loop& loop, const Function& function) {
  const auto compute = [](const void* body, std::size_t first, std::size_t end, std::size_t thread) {
    (*static_cast<const Function*>(body))(first, end, thread);
  };
  for_each_range(loop, Body{.compute = compute, .body = &function});
}

}  // namespace spotlight::threads
