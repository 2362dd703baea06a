#include "threads.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#ifndef __wasm__
#include <thread>
#endif

namespace spotlight::threads {
namespace {

// The state of the loop in one word: how many ranges nobody has taken yet, and, from this bit on, how many helpers are
// at work. A helper joins by the same change by which it takes its first range; so it never joins a loop that is over.
constexpr std::uint32_t one_helper = 1U << 24U;
constexpr std::uint32_t untaken = one_helper - 1;

// A helper looks for work so many times before it sleeps, some 0.1 ms: the steps between two loops of a layer take
// less, and waking it takes longer.
constexpr int looks = 1 << 15;

// So that one that comes late does not hold up the others for long.
constexpr std::size_t ranges_per_thread = 2;

/// A loop in ranges of this length.
struct Task {
  Body body;
  std::size_t size;
  std::size_t length;
  std::size_t ranges;

  void compute(std::size_t range, std::size_t thread) const {
    body.compute(body.body, range * length, std::min((range + 1) * length, size), thread);
  }
};

struct Loop {
  alignas(64) std::atomic<std::uint32_t> state = 0;
  alignas(64) std::atomic<std::uint32_t> begun = 0;  // loops so far: what sleepers wait for
  std::atomic<std::uint32_t> sleepers = 0;
  std::atomic<bool> is_over = false;  // helpers are dismissed
  Task task = {};
  std::size_t helpers = 0;
};

Loop loop;

/// Takes a range, and adds `joining` to the state. Returns how many were untaken; 0 if there was none.
std::uint32_t take(std::uint32_t joining) {
  std::uint32_t state = loop.state.load(std::memory_order_acquire);
  while ((state & untaken) != 0) {
    if (loop.state.compare_exchange_weak(state, state - 1 + joining, std::memory_order_acq_rel)) return state & untaken;
  }
  return 0;
}

/// Computes ranges, of which the first is taken.
void compute(std::uint32_t taken, std::size_t thread) {
  const Task& task = loop.task;
  for (; taken > 0; taken = take(0)) task.compute(task.ranges - taken, thread);
}

#ifdef __wasm__

// The instructions themselves: of the library's own waiting, Emscripten has none for helpers that it does not know.
int* begun_address() { return reinterpret_cast<int*>(&loop.begun); }
void sleep_while_begun_is(std::uint32_t seen) {
  __builtin_wasm_memory_atomic_wait32(begun_address(), static_cast<int>(seen), -1);
}
void wake_all() { __builtin_wasm_memory_atomic_notify(begun_address(), std::numeric_limits<std::uint32_t>::max()); }
void pause() {}

#else

void sleep_while_begun_is(std::uint32_t seen) { loop.begun.wait(seen); }
void wake_all() { loop.begun.notify_all(); }
void pause() { std::this_thread::yield(); }

#endif

/// Tells the helpers that there is something new.
void announce() {
  loop.begun.fetch_add(1);
  if (loop.sleepers.load() > 0) wake_all();
}

/// Waits until no helper is at work.
void wait_for_helpers() {
  while (loop.state.load(std::memory_order_acquire) != 0) pause();
}

}  // namespace

std::size_t count() { return loop.helpers + 1; }

void for_each_range(std::size_t size, std::size_t step, std::size_t smallest, const Body& body) {
  const std::size_t most = loop.helpers == 0 ? 1 : ranges_per_thread * count();
  const std::size_t wanted = std::clamp<std::size_t>(size / std::max<std::size_t>(smallest, 1), 1, most);
  if (wanted == 1) return body.compute(body.body, 0, size, 0);
  const std::size_t steps = (size + step - 1) / step;
  const std::size_t length = (steps + wanted - 1) / wanted * step;
  loop.task = {.body = body, .size = size, .length = length, .ranges = (size + length - 1) / length};
  loop.state.store(static_cast<std::uint32_t>(loop.task.ranges), std::memory_order_release);
  announce();
  compute(take(0), 0);
  wait_for_helpers();
}

std::size_t add_helper() {
  loop.is_over = false;
  return ++loop.helpers;
}

void help(std::size_t thread) {
  for (int idle = 0; !loop.is_over.load();) {
    const std::uint32_t seen = loop.begun.load();
    if (const std::uint32_t taken = take(one_helper); taken > 0) {
      compute(taken, thread);
      loop.state.fetch_sub(one_helper, std::memory_order_acq_rel);
      idle = 0;
    } else if (++idle < looks) {
      pause();
    } else {
      loop.sleepers.fetch_add(1);
      sleep_while_begun_is(seen);
      loop.sleepers.fetch_sub(1);
      idle = 0;
    }
  }
}

void dismiss_helpers() {
  loop.helpers = 0;
  loop.is_over = true;
  announce();
}

}  // namespace spotlight::threads
