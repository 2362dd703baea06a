// A limit on the number of allocations, with an operator new that fails on demand.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

namespace spotlight {

/// Number of allocations that still succeed; negative: unlimited.
extern long remaining_allocations;

/// Total size of all allocations so far, in bytes.
extern std::atomic<std::size_t> allocated_bytes;

/// Number of allocations by threads other than own_thread, once a test has set it.
extern std::thread::id own_thread;
extern std::atomic<long> foreign_allocations;

}  // namespace spotlight
