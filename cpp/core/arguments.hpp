// Checks of function arguments. Functions check indices, counts, names and options that are passed as separate
// arguments; the caller is responsible for the shapes of arrays and for their contents, such as token ids.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace spotlight {

/// Rejects an argument by throwing std::invalid_argument. In WebAssembly, it traps instead: the web side has already
/// checked all arguments, and a throw would link C++ exception support.
[[noreturn]] inline void refuse_argument([[maybe_unused]] const char* reason, [[maybe_unused]] std::string_view name) {
#ifdef __wasm__
  __builtin_trap();
#else
  throw std::invalid_argument(std::string(reason) + " " + std::string(name));
#endif
}

}  // namespace spotlight
