// Limits the number of allocations: operator new fails when the limit is reached.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

namespace spotlight {

/// Number of further allocations that will succeed, before operator new fails; negative if there is no limit.
extern long remaining_allocations;

/// Total size of all allocations so far, in bytes.
extern std::atomic<std::size_t> allocated_bytes;

/// Thread whose allocations are not counted in foreign_allocations; no thread until a test sets it.
extern std::thread::id own_thread;
/// Number of allocations by threads other than own_thread.
extern std::atomic<long> foreign_allocations;

}  // namespace spotlight
