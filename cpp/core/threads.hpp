// Loops on several threads: the calling thread and its helpers each take the next range when they are done with one, so
// that a late thread delays one range at most. Without helpers it is a plain loop.
//
// The numbers are the same on any number of threads: ranges are cut where the loop has its own steps.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace spotlight::threads {

struct Loop;

/// Computation of a range of a loop's elements. It allocates nothing, since a helper may not let the memory grow, and
/// throws nothing. A loop of its own is a plain one.
struct Body {
  void (*compute)(const void* body, std::size_t first, std::size_t end, std::size_t thread);
  const void* body;
};

/// A thread and its helpers, which compute its loops with it. The team belongs to the thread that starts the helpers.
///
/// Its counters only grow or shrink. With a counter that was compared and exchanged, helpers computed wrong ranges in
/// Node 20, whose V8 never optimizes a function that does not return; natively and in later V8 they did not.
class Team {  // NOLINT(clang-analyzer-optin.performance.Padding): what changes at other times is in lines of its own
 public:
  /// The number of threads: the one that uses it, which is number 0, and its helpers.
  std::size_t count() const { return helpers_ + 1; }

  /// One more helper, of at most 255, is counted from now on. Returns its number.
  std::size_t add_helper();

  /// The work of the helper of this number, on a thread of its own, until dismiss_helpers() is called.
  void help(std::size_t thread);

  /// A helper cannot go on with what it has begun: the calling thread then ends the program rather than wait forever.
  void report_failure() { has_failed_ = true; }

  /// Ranges that helpers have computed so far, and helpers that sleep.
  std::size_t helped() const { return helped_; }
  std::size_t sleeping() const { return sleepers_; }

  /// Ends all helpers. Their threads are to be joined before others are started, or the team goes.
  void dismiss_helpers();

  /// Computes ranges of this length of a loop, and returns when all are finished. A body that throws ends the program:
  /// helpers would go on in a frame that is gone.
  void compute(const Loop& loop, std::size_t length, const Body& body) noexcept;
  bool is_computing() const { return is_computing_; }

 private:
  /// A loop that is cut into ranges of this length.
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
  Task task_ = {};             // read only by those who have taken a range of it
  bool is_computing_ = false;  // changes while nobody else is at work
  // Ranges that nobody has taken yet; below 0 where somebody came too late.
  alignas(64) std::atomic<std::int32_t> untaken_ = 0;
  // Helpers that take ranges: a helper counts itself before it takes one, so that a thread that finds none left and
  // nobody at work knows that all are finished.
  std::atomic<std::int32_t> at_work_ = 0;
  alignas(64) std::atomic<std::uint32_t> epoch_ = 0;  // grows with each loop, and when helpers are dismissed
  std::atomic<std::uint32_t> sleepers_ = 0;           // helpers that wait
  std::atomic<bool> is_dismissed_ = false;
  std::atomic<bool> has_failed_ = false;  // a helper at work will not come to an end
  std::atomic<std::size_t> helped_ = 0;
};

/// The calling thread's loops are computed by a team, while this exists. The decision page says why it is no argument
/// of every kernel (docs/decisions/threads.md).
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

/// The number of threads that compute the calling thread's loops.
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

  /// Threads that may compute its ranges: 1 or count().
  std::size_t threads() const;
};

/// A loop whose ranges are worth a thread: each element takes the product of these factors of `least` work.
inline Loop worthwhile_loop(std::size_t size, std::size_t step, std::size_t least,
                            std::initializer_list<std::size_t> factors) {
  for (const std::size_t factor : factors) least /= std::max<std::size_t>(factor, 1);  // their product might overflow
  return {.size = size, .step = step, .smallest = least};
}

/// Computes all ranges of a loop, and returns when they are finished.
void for_each_range(const Loop& loop, const Body& body);

/// Computes all ranges of a loop by `function(first, end, thread)`.
template <class Function>
void for_each_range(const Loop& loop, const Function& function) {
  const auto compute = [](const void* body, std::size_t first, std::size_t end, std::size_t thread) {
    (*static_cast<const Function*>(body))(first, end, thread);
  };
  for_each_range(loop, Body{.compute = compute, .body = &function});
}

}  // namespace spotlight::threads
