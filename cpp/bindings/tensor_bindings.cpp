// Embind declarations of functions that generate tensors, multiply matrices or apply functions to arrays.
#include <emscripten/bind.h>

#include "enumeration.hpp"
#include "tensors.hpp"

EMSCRIPTEN_BINDINGS(spotlight_tensors) {
  using namespace emscripten;
  using namespace spotlight;
  using namespace spotlight::bindings;

  function("findInvalidMaskValue", &find_invalid_mask_value);
  function("logSumExp", &log_sum_exp);

  declare_enumeration<MatmulTensor>("MatmulTensor");
  class_<MatmulSession>("MatmulSession")
      .constructor<>()
      .function("tensors", &MatmulSession::tensors)
      .function("resize", &MatmulSession::resize)
      .function("compute", &MatmulSession::compute);

  class_<GeneratedTensor>("GeneratedTensor")
      .constructor<>()
      .function("resize", &GeneratedTensor::resize)
      .function("address", &GeneratedTensor::address)
      .function("fillXavierUniform", &GeneratedTensor::fill_xavier_uniform)
      .function("fillEmbedding", &GeneratedTensor::fill_embedding)
      .function("fillNormal", &GeneratedTensor::fill_normal)
      .function("fillZero", &GeneratedTensor::fill_zero)
      .function("addPositions", &GeneratedTensor::add_positions);
}
