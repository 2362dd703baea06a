// Checks of arguments. The caller is responsible for shapes and for the contents of arrays, such as token ids;
// functions check indices, counts, names and options that are passed as separate arguments.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace spotlight {

/// Rejects an argument by throwing std::invalid_argument. Traps in WebAssembly: the web side has checked all arguments,
/// and a throw would link C++ exception support.
[[noreturn]] inline void refuse_argument([[maybe_unused]] const char* reason, [[maybe_unused]] std::string_view name) {
#ifdef __wasm__
  __builtin_trap();
#else
  throw std::invalid_argument(std::string(reason) + " " + std::string(name));
#endif
}

}  // namespace spotlight
