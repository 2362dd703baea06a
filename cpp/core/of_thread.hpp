#pragma once

namespace spotlight {

#ifdef __wasm__
template <class Value>
[[clang::no_destroy]] inline Value of_module{};
#endif

/// The calling thread's instance of a variable of type Value; each thread has one. In WebAssembly, one global instance
/// serves the whole module: helper threads keep no state (threads.hpp), and in a module without threads the linker
/// overlaps thread-local variables with constants.
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
