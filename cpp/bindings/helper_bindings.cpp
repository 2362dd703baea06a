// Helper threads of the module with threads: web workers that run the same code in shared memory
// (web/engine/parallel/threads.ts).
#include <emscripten/bind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "../core/threads.hpp"

/// Emscripten's function that prepares the calling thread: its stack and thread-local variables are in `memory` from
/// then on.
extern "C" void _emscripten_wasm_worker_initialize(void* memory, std::size_t size);

namespace spotlight::bindings {
namespace {

/// A helper thread: its number, and its stack, as large as the main thread's, which includes its thread-local
/// variables.
struct Helper {
  alignas(16) std::array<std::byte, SPOTLIGHT_STACK_SIZE> stack;
  std::size_t thread;
};

/// Team of the helper threads of this module. There is only one: all sessions share the same workers.
threads::Team team;
const threads::ScopedTeam use(team);

/// Runs a helper thread's part of each parallel loop. Not inlined into begin(), because its variables would then be on
/// the stack that begin() abandons.
[[gnu::noinline]] void help(std::size_t thread) { team.help(thread); }

/// Entry point of a helper thread. It switches to the helper's stack and must therefore not have variables on the
/// stack.
void begin(Helper* helper) {
  _emscripten_wasm_worker_initialize(helper->stack.data(), helper->stack.size());
  help(helper->thread);
}

/// Adds a helper thread and returns the address of its Helper. The memory is never freed, since the helper uses it
/// until the module ends.
std::uintptr_t add_helper() {
  auto helper = std::make_unique_for_overwrite<Helper>();
  helper->thread = team.add_helper();
  return reinterpret_cast<std::uintptr_t>(helper.release());
}

/// Index, in the WebAssembly function table, of a helper's entry function, begin(). The helper calls it with the
/// address of its Helper; the function does not return.
std::uintptr_t helper_entry() { return reinterpret_cast<std::uintptr_t>(&begin); }

/// Index, in the WebAssembly function table, of the function that a helper calls if its entry function throws.
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
