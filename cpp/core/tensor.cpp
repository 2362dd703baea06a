#include "tensor.hpp"

namespace spotlight {

void resize(TensorStorage& storage, const memory::Request& request) {
  memory::fulfill(request, [&] { storage.resize(static_cast<std::size_t>(request.bytes()) / sizeof(float)); });
}

}  // namespace spotlight
