#include "memory.hpp"

#include <atomic>

namespace spotlight::memory {
namespace {

std::atomic<RefusalHandler> refusal_handler = nullptr;

}  // namespace

void set_refusal_handler(RefusalHandler handler) { refusal_handler = handler; }

void refuse(const Request& request) {
  if (const RefusalHandler handler = refusal_handler) handler(request);
#ifdef __wasm__
  __builtin_trap();
#else
  throw OutOfMemory(request);
#endif
}

}  // namespace spotlight::memory
