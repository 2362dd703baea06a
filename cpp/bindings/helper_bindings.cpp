// Helper threads of the module with threads: web workers that run the same code in shared memory
// (web/engine/parallel/threads.ts).
#include <emscripten/bind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "../core/threads.hpp"

/// Emscripten function that sets up the stack and the thread-local variables of the calling thread in this memory.
extern "C" void _emscripten_wasm_worker_initialize(void* memory, std::size_t size);

namespace spotlight::bindings {
namespace {

/// A helper's stack, as large as the main thread's, including its thread-local variables.
struct Helper {
  alignas(16) std::array<std::byte, SPOTLIGHT_STACK_SIZE> stack;
  std::size_t thread;
};

/// The only team of threads in the module: all sessions share the same workers.
threads::Team team;
const threads::ScopedTeam use(team);

/// This function is not inlined, because its variables would then be on the stack that begin() abandons.
[[gnu::noinline]] void help(std::size_t thread) { team.help(thread); }

/// Entry point of a helper thread. It switches stacks and must therefore not have variables in memory.
void begin(Helper* helper) {
  _emscripten_wasm_worker_initialize(helper->stack.data(), helper->stack.size());
  help(helper->thread);
}

/// Adds a helper and returns its address. The memory is never freed, since the helper uses it until the module ends.
std::uintptr_t add_helper() {
  auto helper = std::make_unique_for_overwrite<Helper>();
  helper->thread = team.add_helper();
  return reinterpret_cast<std::uintptr_t>(helper.release());
}

/// Index, in the WebAssembly function table, of the entry function, which a helper calls with its address and which
/// does not return.
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
