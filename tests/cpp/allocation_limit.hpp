// A limit to the number of allocations, by an operator new that fails when a test says so.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

namespace spotlight {

/// The number of allocations that still succeed; negative: all.
extern long remaining_allocations;

/// The bytes of all allocations so far.
extern std::atomic<std::size_t> allocated_bytes;

/// Allocations by other threads than this one, once a test names it.
extern std::thread::id own_thread;
extern std::atomic<long> foreign_allocations;

}  // namespace spotlight
