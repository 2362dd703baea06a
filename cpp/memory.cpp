#include "memory.hpp"

namespace spotlight::memory {

void refuse(const Request& request) { throw OutOfMemory(request); }

}  // namespace spotlight::memory
