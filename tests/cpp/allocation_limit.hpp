// A limit to the number of allocations, by an operator new that fails when a test says so.
#pragma once

#include <atomic>
#include <thread>

namespace spotlight {

/// The number of allocations that still succeed; negative: all.
extern long remaining_allocations;

/// Allocations by other threads than this one, once a test names it.
extern std::thread::id own_thread;
extern std::atomic<long> foreign_allocations;

}  // namespace spotlight
