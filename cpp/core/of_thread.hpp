// The one place for variables of a thread.
#pragma once

namespace spotlight {

#ifdef __wasm__
/// Never destroyed: it goes with the whole memory. Outside a function, it needs no guard.
template <class Value>
[[clang::no_destroy]] inline Value of_module{};
#endif

/// The calling thread's one value of a type. In WebAssembly it is the module's: helpers keep nothing (threads.hpp), and
/// where a module without threads has variables of a thread, the linker puts them upon the constants.
template <class Value>
Value& of_thread() {
#ifdef __wasm__
  return of_module<Value>;
#else
  thread_local Value value{};
  return value;
#endif
}

}  // namespace spotlight
