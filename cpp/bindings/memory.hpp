// The memory that all sessions are in, and what happens when it does not suffice (cpp/memory.hpp): an error of
// JavaScript is thrown through C++, whose destructors run, to the caller in web/engine/runtime/wasm-module.ts.
#pragma once

#include <cstdint>

namespace spotlight::bindings {

/// Bytes that are allocated at present.
double heap_size();

/// The top of the stack, which an error leaves where it was thrown: read before, and restored after.
std::uintptr_t stack_pointer();
void restore_stack(std::uintptr_t pointer);

}  // namespace spotlight::bindings
