// Helpers of the module with threads: workers that run the same code in the same memory
// (web/engine/parallel/threads.ts).
#include <emscripten/bind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "../core/threads.hpp"

/// Function of Emscripten that gives this thread its stack and its thread-local variables in this memory.
extern "C" void _emscripten_wasm_worker_initialize(void* memory, std::size_t size);

namespace spotlight::bindings {
namespace {

/// A helper's stack, as large as that of the main thread, with its thread-local variables.
struct Helper {
  alignas(16) std::array<std::byte, SPOTLIGHT_STACK_SIZE> stack;
  std::size_t thread;
};

/// The module's one: all its sessions compute on the same workers.
threads::Team team;
const threads::ScopedTeam use(team);

/// A function of its own: if it were inlined, its variables would lie in the stack that is left.
[[gnu::noinline]] void help(std::size_t thread) { team.help(thread); }

/// Changes the stack, and so has no variables in memory.
void begin(Helper* helper) {
  _emscripten_wasm_worker_initialize(helper->stack.data(), helper->stack.size());
  help(helper->thread);
}

/// The address of one more helper. Its memory is never freed: the helper uses it until the module ends.
std::uintptr_t add_helper() {
  auto helper = std::make_unique_for_overwrite<Helper>();
  helper->thread = team.add_helper();
  return reinterpret_cast<std::uintptr_t>(helper.release());
}

/// The number, in the table of functions, of what a helper calls with its address. It does not return.
std::uintptr_t helper_entry() { return reinterpret_cast<std::uintptr_t>(&begin); }

/// The number of what it calls if that throws.
std::uintptr_t helper_failure() {
  return reinterpret_cast<std::uintptr_t>(+[] { team.report_failure(); });
}

double ranges_of_helpers() { return static_cast<double>(team.helped()); }

}  // namespace
}  // namespace spotlight::bindings

EMSCRIPTEN_BINDINGS(spotlight_helpers) {
  using namespace emscripten;
  using namespace spotlight::bindings;

  function("addHelper", &add_helper);
  function("helperEntry", &helper_entry);
  function("helperFailure", &helper_failure);
  function("rangesOfHelpers", &ranges_of_helpers);
}
