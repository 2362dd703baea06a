#include "allocation_limit.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace spotlight {
long remaining_allocations = -1;
std::atomic<std::size_t> allocated_bytes = 0;
std::thread::id own_thread;
std::atomic<long> foreign_allocations = 0;
}  // namespace spotlight

namespace {

using spotlight::remaining_allocations;

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (std::this_thread::get_id() != spotlight::own_thread) ++spotlight::foreign_allocations;
  if (remaining_allocations == 0) return nullptr;
  if (remaining_allocations > 0) --remaining_allocations;
  spotlight::allocated_bytes += bytes;
  void* memory = nullptr;
  return posix_memalign(&memory, std::max(alignment, sizeof(void*)), bytes) == 0 ? memory : nullptr;
}
void* expect_allocated(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return expect_allocated(allocate(bytes, alignof(std::max_align_t))); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return expect_allocated(allocate(bytes, static_cast<std::size_t>(alignment)));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
