// Arguments that the library refuses. The caller answers for shapes and for what stands in arrays, as the rows of a
// table that tokens name; a function checks an index, a count, a name or an option that is passed to it by itself.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace spotlight {

/// Ends the call with std::invalid_argument. In WebAssembly it traps: the web side has checked all arguments, and a
/// throw would link the exceptions of the C++ library.
[[noreturn]] inline void refuse_argument([[maybe_unused]] const char* reason, [[maybe_unused]] std::string_view name) {
#ifdef __wasm__
  __builtin_trap();
#else
  throw std::invalid_argument(std::string(reason) + " " + std::string(name));
#endif
}

}  // namespace spotlight
