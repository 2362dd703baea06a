// Views of this memory, under the names that TypeScript has for them.
#pragma once

#include <emscripten/bind.h>

#include "../tensor.hpp"

EMSCRIPTEN_DECLARE_VAL_TYPE(Floats)
EMSCRIPTEN_DECLARE_VAL_TYPE(Bytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(Integers)

namespace spotlight::bindings {

using emscripten::typed_memory_view;
using emscripten::val;

template <std::size_t Rank>
Floats view(Tensor<Rank>& tensor) {
  return Floats(val(typed_memory_view(tensor.size(), tensor.data())));
}

}  // namespace spotlight::bindings
