#include "tensor.hpp"

#include <utility>

namespace spotlight {

void resize(TensorStorage& storage, const memory::Request& request) {
  memory::fulfill(request, [&] { storage.resize(static_cast<std::size_t>(request.bytes()) / sizeof(float)); });
}

void repeat_entry(Tensor3& tensor, std::size_t batch) {
  if (tensor.shape(0) != 1 || batch == 1) return;
  Tensor3 repeated;
  allocate(repeated, "a batch", {batch, tensor.shape(1), tensor.shape(2)});
  for (std::size_t b = 0; b < batch; ++b) std::copy_n(tensor.data(), tensor.size(), &repeated(b, 0, 0));
  std::swap(tensor, repeated);
}

}  // namespace spotlight
