// Embind declarations for reading and writing the parameters of models and layers, in the engine's modules and the
// training module.
#include <emscripten/bind.h>

#include "enumeration.hpp"
#include "parameter_set.hpp"

EMSCRIPTEN_BINDINGS(spotlight_parameters) {
  using namespace emscripten;
  using namespace spotlight;
  using namespace spotlight::bindings;

  constant("parameterRows", parameter_rows);
  declare_enumeration<kernels::Precision>("Precision");
  class_<ParameterSet>("ParameterSet")
      .function("count", &ParameterSet::count)
      .function("name", &ParameterSet::name)
      .function("rank", &ParameterSet::rank)
      .function("size", &ParameterSet::size)
      .function("prepare", &ParameterSet::prepare)
      .function("set", &ParameterSet::set)
      .function("setBlocks", &ParameterSet::set_blocks)
      .function("get", &ParameterSet::get)
      .function("keepAs", &ParameterSet::keep_as)
      .function("share", &ParameterSet::share)
      .function("finish", &ParameterSet::finish);
}
