// The one place for variables of a thread.
#pragma once

namespace spotlight {

/// The calling thread's one value of a type. In WebAssembly it is the module's: helpers keep nothing (threads.hpp), and
/// where a module without threads has variables of a thread, the linker puts them upon the constants.
template <class Value>
Value& of_thread() {
#ifdef __wasm__
  [[clang::no_destroy]] static Value value{};  // it goes with the whole memory
#else
  thread_local Value value{};
#endif
  return value;
}

}  // namespace spotlight
