// JavaScript objects that describe a Transformer (cpp/model/description.hpp), used by the engine's modules and by the
// training module.
#include <emscripten/bind.h>

#include "../model/description.hpp"
#include "enumeration.hpp"

namespace spotlight::bindings {
namespace {

/// Declares the JavaScript object for a C++ struct: it has the fields that Struct::visit_fields lists, all of them
/// required.
template <class Struct>
void declare_struct(const char* name) {
  emscripten::value_object<Struct> declared(name);
  Struct::visit_fields([&](const char* field, auto member) { declared.field(field, member); });
}

StackDescription default_stack() { return {}; }

}  // namespace
}  // namespace spotlight::bindings

EMSCRIPTEN_BINDINGS(spotlight_description) {
  using namespace spotlight;
  using namespace spotlight::bindings;

  declare_enumeration<Positions>("Positions");
  declare_enumeration<FeedForwardActivation>("FeedForwardActivation");
  declare_enumeration<Norm::Kind>("NormKind");
  declare_struct<RotaryScaling>("RotaryScaling");
  declare_struct<StackDescription>("StackDescription");
  declare_struct<TransformerDescription>("TransformerDescription");
  emscripten::function("defaultStack", &default_stack);
}
