#include "threads.hpp"

#include <limits>
#ifndef __wasm__
#include <thread>
#endif

#include "of_thread.hpp"

namespace spotlight::threads {
namespace {

// Number of ranges per thread into which a loop is divided: a thread that starts late delays the loop by half of its
// share.
constexpr std::size_t ranges_per_thread = 2;

// Number of times that an idle helper polls for work before it sleeps, about 0.1 ms: longer than the gap between two
// loops of a layer, and shorter than waking a helper takes.
constexpr int spin_count = 1 << 15;

/// Team whose helpers compute the calling thread's loops; null if there is none.
Team*& own_team() { return of_thread<Team*>(); }

void pause() {
#ifndef __wasm__
  std::this_thread::yield();
#endif
}

std::size_t range_count(const Loop& loop) {
  if (count() == 1) return 1;
  const std::size_t ranges = loop.size / std::max<std::size_t>(loop.smallest, 1);
  return std::clamp<std::size_t>(ranges, 1, ranges_per_thread * count());
}

}  // namespace

#ifdef __wasm__

// WebAssembly's wait and notify instructions are used directly, because the wait functions of Emscripten's library
// support only threads that Emscripten has started.
void Team::sleep_until_announced(std::uint32_t seen) {
  __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&epoch_), static_cast<int>(seen), -1);
}
void Team::wake_all() {
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&epoch_), std::numeric_limits<std::uint32_t>::max());
}

#else

void Team::sleep_until_announced(std::uint32_t seen) { epoch_.wait(seen); }
void Team::wake_all() { epoch_.notify_all(); }

#endif

/// Takes ranges of the current loop and computes them until none are left. Returns the number of ranges that the
/// calling thread has computed.
std::size_t Team::compute_ranges(std::size_t thread) {
  const auto take = [this] { return untaken_.fetch_sub(1); };  // number of ranges left before
  std::size_t computed = 0;
  for (std::int32_t left = take(); left > 0; left = take(), ++computed) {
    const std::size_t first = (task_.ranges - static_cast<std::size_t>(left)) * task_.length;
    task_.body.compute(task_.body.body, first, std::min(first + task_.length, task_.size), thread);
  }
  return computed;
}

void Team::announce() {
  epoch_.fetch_add(1);
  if (sleepers_.load() > 0) wake_all();
}

void Team::wait_for_helpers_at_work() {
  while (at_work_.load() != 0) {
    if (has_failed_.load()) __builtin_trap();
    pause();
  }
}

void Team::compute(const Loop& loop, std::size_t length, const Body& body) noexcept {
  is_computing_ = true;
  task_ = {.body = body, .size = loop.size, .length = length, .ranges = (loop.size + length - 1) / length};
  untaken_.store(static_cast<std::int32_t>(task_.ranges));
  announce();
  compute_ranges(0);
  wait_for_helpers_at_work();
  is_computing_ = false;
}

std::size_t Team::add_helper() {
  is_dismissed_ = false;
  return ++helpers_;
}

void Team::help(std::size_t thread) {
  for (int idle = 0;;) {
    const std::uint32_t seen = epoch_.load();  // read before the other state, so that no announcement is missed
    if (is_dismissed_.load()) return;
    if (untaken_.load() > 0) {
      ++at_work_;
      helped_ += compute_ranges(thread);
      --at_work_;
      idle = 0;
    } else if (++idle < spin_count) {
      pause();
    } else {
      sleepers_.fetch_add(1);
      sleep_until_announced(seen);
      sleepers_.fetch_sub(1);
      idle = 0;
    }
  }
}

void Team::dismiss_helpers() {
  helpers_ = 0;
  is_dismissed_ = true;
  announce();
}

ScopedTeam::ScopedTeam(Team& team) noexcept : before_(own_team()) { own_team() = &team; }
ScopedTeam::~ScopedTeam() { own_team() = before_; }

std::size_t count() {
  const Team* team = own_team();
  return team == nullptr || team->is_computing() ? 1 : team->count();
}

std::size_t Loop::threads() const { return range_count(*this) == 1 ? 1 : count(); }

void for_each_range(const Loop& loop, const Body& body) {
  const std::size_t ranges = range_count(loop);
  if (ranges == 1) return body.compute(body.body, 0, loop.size, 0);
  const std::size_t steps = (loop.size + loop.step - 1) / loop.step;
  own_team()->compute(loop, (steps + ranges - 1) / ranges * loop.step, body);
}

}  // namespace spotlight::threads
