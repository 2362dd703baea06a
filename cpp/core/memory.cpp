#include "memory.hpp"

namespace spotlight::memory {

void refuse(const Request& request) { throw OutOfMemory(request); }

const Request*& current() {
  thread_local const Request* request = nullptr;
  return request;
}

}  // namespace spotlight::memory
