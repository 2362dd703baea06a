#include "threads.hpp"

#include <atomic>
#include <cstdint>
#include <limits>
#ifndef __wasm__
#include <thread>
#endif

namespace spotlight::threads {
namespace {

// A late thread then delays the loop by half its share.
constexpr std::size_t ranges_per_thread = 2;

// A helper looks for work so many times before it sleeps, some 0.1 ms: the steps between two loops of a layer take
// less, and waking it takes longer.
constexpr int looks = 1 << 15;

/// A loop that is cut into ranges of this length.
struct Task {
  Body body;
  std::size_t size;
  std::size_t length;
  std::size_t ranges;

  void compute(std::size_t range, std::size_t thread) const {
    body.compute(body.body, range * length, std::min((range + 1) * length, size), thread);
  }
};

/// Its counters only grow or shrink. With a counter that was compared and exchanged, helpers computed wrong ranges in
/// Node 20, whose V8 never optimizes a function that does not return; natively and in later V8 they did not.
struct Team {  // NOLINT(clang-analyzer-optin.performance.Padding): what changes at other times is in lines of its own
  std::size_t helpers = 0;
  Task task = {};  // read only by those who have taken a range of it
  // How many ranges nobody has taken yet; below 0 where somebody came too late.
  alignas(64) std::atomic<std::int32_t> untaken = 0;
  // Helpers that take ranges: a helper counts itself before it takes one, so that who finds none left and nobody at
  // work knows that all are finished.
  std::atomic<std::int32_t> at_work = 0;
  alignas(64) std::atomic<std::uint32_t> news = 0;  // grows with each loop, and when helpers are dismissed
  std::atomic<std::uint32_t> sleepers = 0;          // that wait for news
  std::atomic<bool> is_dismissed = false;
  std::atomic<bool> has_failed = false;  // a helper at work will not come to an end
  std::atomic<std::size_t> helped = 0;
};

Team team;

/// Takes ranges and computes them until there are none. Returns how many.
std::size_t compute_ranges(std::size_t thread) {
  const auto take = [] { return team.untaken.fetch_sub(1); };  // how many were left
  std::size_t computed = 0;
  for (std::int32_t left = take(); left > 0; left = take(), ++computed) {
    team.task.compute(team.task.ranges - static_cast<std::size_t>(left), thread);
  }
  return computed;
}

#ifdef __wasm__

// The instructions themselves: the library's own waiting knows only the threads that Emscripten has started.
int* news_address() { return reinterpret_cast<int*>(&team.news); }
void sleep_until_news(std::uint32_t seen) {
  __builtin_wasm_memory_atomic_wait32(news_address(), static_cast<int>(seen), -1);
}
void wake_all() { __builtin_wasm_memory_atomic_notify(news_address(), std::numeric_limits<std::uint32_t>::max()); }
void pause() {}

#else

void sleep_until_news(std::uint32_t seen) { team.news.wait(seen); }
void wake_all() { team.news.notify_all(); }
void pause() { std::this_thread::yield(); }

#endif

void announce_news() {
  team.news.fetch_add(1);
  if (team.sleepers.load() > 0) wake_all();
}

void wait_for_helpers_at_work() {
  while (team.at_work.load() != 0) {
    if (team.has_failed.load()) __builtin_trap();
    pause();
  }
}

/// The ranges that a loop is worth.
std::size_t worth(const Loop& loop) {
  if (team.helpers == 0) return 1;
  const std::size_t ranges = loop.size / std::max<std::size_t>(loop.smallest, 1);
  return std::clamp<std::size_t>(ranges, 1, ranges_per_thread * count());
}

}  // namespace

std::size_t count() { return team.helpers + 1; }

std::size_t Loop::threads() const { return worth(*this) == 1 ? 1 : count(); }

void for_each_range(const Loop& loop, const Body& body) {
  const std::size_t ranges = worth(loop);
  if (ranges == 1) return body.compute(body.body, 0, loop.size, 0);
  const std::size_t steps = (loop.size + loop.step - 1) / loop.step;
  const std::size_t length = (steps + ranges - 1) / ranges * loop.step;
  team.task = {.body = body, .size = loop.size, .length = length, .ranges = (loop.size + length - 1) / length};
  team.untaken.store(static_cast<std::int32_t>(team.task.ranges));
  announce_news();
  compute_ranges(0);
  wait_for_helpers_at_work();
}

std::size_t add_helper() {
  team.is_dismissed = false;
  return ++team.helpers;
}

void help(std::size_t thread) {
  for (int idle = 0;;) {
    const std::uint32_t seen = team.news.load();  // before the rest is looked at, so that it sleeps through nothing
    if (team.is_dismissed.load()) return;
    if (team.untaken.load() > 0) {
      ++team.at_work;
      team.helped += compute_ranges(thread);
      --team.at_work;
      idle = 0;
    } else if (++idle < looks) {
      pause();
    } else {
      team.sleepers.fetch_add(1);
      sleep_until_news(seen);
      team.sleepers.fetch_sub(1);
      idle = 0;
    }
  }
}

void report_failure() { team.has_failed = true; }

std::size_t helped() { return team.helped; }

std::size_t sleeping() { return team.sleepers; }

void dismiss_helpers() {
  team.helpers = 0;
  team.is_dismissed = true;
  announce_news();
}

}  // namespace spotlight::threads
