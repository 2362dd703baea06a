// Limits the number of allocations: operator new fails when the limit is reached.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

namespace spotlight {

/// Number of allocations that will still succeed; negative if there is no limit.
extern long remaining_allocations;

/// Total size of all allocations so far, in bytes.
extern std::atomic<std::size_t> allocated_bytes;

/// Number of allocations by threads other than own_thread, if a test has set it.
extern std::thread::id own_thread;
extern std::atomic<long> foreign_allocations;

}  // namespace spotlight
