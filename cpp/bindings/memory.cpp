// Memory of all sessions, and out-of-memory errors (cpp/core/memory.hpp). If memory runs out, a JavaScript error is
// thrown through the C++ code, whose destructors run, to the caller in web/engine/runtime/failed-calls.ts.
#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/stack.h>
#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#include "../core/memory.hpp"
#include "../kernels/matmul.hpp"

// clang-format off
EM_JS(void, throw_out_of_memory, (const char* name, const std::size_t* shape, std::size_t rank, double bytes), {
  throw new RangeError(
    "out of memory: " + UTF8ToString(name) + " [" + HEAPU32.subarray(shape >>> 2, (shape >>> 2) + rank).join(", ") +
      "] needs " + bytes + " bytes; expected at most 2 GB in one array and 4 GB in all"
  );
})
// clang-format on

extern "C" void _emscripten_stack_restore(std::uintptr_t pointer);

namespace spotlight::bindings {
namespace {

void refuse(const memory::Request& request) {
  throw_out_of_memory(request.name, request.shape.data(), request.shape.size(), request.bytes());
}

double heap_size() { return static_cast<unsigned>(mallinfo().uordblks); }

/// Stack pointer of the module. A JavaScript error does not reset it: the caller reads it before a call, and restores
/// it after an error. restore_stack also frees the buffer for packed rows of matrix products.
std::uintptr_t stack_pointer() { return emscripten_stack_get_current(); }
void restore_stack(std::uintptr_t pointer) {
  _emscripten_stack_restore(pointer);
  kernels::release_packed_rows();
}

}  // namespace
}  // namespace spotlight::bindings

// Replaces C++'s operator new, which allocates vectors, sessions and strings; tensors have their own allocator
// (cpp/core/memory.hpp).
void* operator new(std::size_t bytes) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) spotlight::memory::refuse_current(bytes);
  return memory;
}

EMSCRIPTEN_BINDINGS(spotlight_memory) {
  using namespace emscripten;
  using namespace spotlight::bindings;

  spotlight::memory::set_refusal_handler(&refuse);
  function("stackPointer", &stack_pointer);
  function("restoreStack", &restore_stack);
  function("heapSize", &heap_size);
}
