// Embind declarations for Transformer layers and whole models (attention_bindings.cpp explains how sessions are used).
#include <emscripten/bind.h>

#include "enumeration.hpp"
#include "layer_session.hpp"
#include "transformer/transformer_session.hpp"

namespace spotlight::bindings {
namespace {

/// Wraps a method of one part of a TransformerSession as a function of the whole session. JavaScript thus has a single
/// object, and its delete(), or its release() after a failed call, frees all parts.
template <auto part, auto method, class Signature = decltype(method)>
struct PartMethod;
template <auto part, auto method, class Part, class Result, class... Arguments>
struct PartMethod<part, method, Result (Part::*)(Arguments...)> {
  static Result call(TransformerSession& session, Arguments... arguments) {
    return ((session.*part).*method)(arguments...);
  }
};
template <auto part, auto method, class Part, class Result, class... Arguments>
struct PartMethod<part, method, Result (Part::*)(Arguments...) const> {
  static Result call(TransformerSession& session, Arguments... arguments) {
    return ((session.*part).*method)(arguments...);
  }
};

template <auto method>
constexpr auto of_memory = &PartMethod<&TransformerSession::memory, method>::call;
template <auto method>
constexpr auto of_steps = &PartMethod<&TransformerSession::steps, method>::call;
template <auto method>
constexpr auto of_interventions = &PartMethod<&TransformerSession::interventions, method>::call;
template <auto method>
constexpr auto of_encoder = &PartMethod<&TransformerSession::encoder, method>::call;
template <auto method>
constexpr auto of_decoder = &PartMethod<&TransformerSession::decoder, method>::call;
template <auto method>
constexpr auto of_recomputation = &PartMethod<&TransformerSession::recomputation, method>::call;

}  // namespace
}  // namespace spotlight::bindings

EMSCRIPTEN_BINDINGS(spotlight_model) {
  using namespace emscripten;
  using namespace spotlight;
  using namespace spotlight::bindings;
  const auto reference = return_value_policy::reference();

  declare_enumeration<LayerTensor>("LayerTensor");
  class_<LayerSession>("LayerSession")
      .constructor<const TransformerDescription&>()
      .function("parameters", &LayerSession::parameters, allow_raw_pointers(), reference)
      .function("options", &LayerSession::options, allow_raw_pointers(), reference)
      .function("crossOptions", &LayerSession::cross_options, allow_raw_pointers(), reference)
      .function("tensors", &LayerSession::tensors)
      .function("release", &LayerSession::release)
      .function("resize", &LayerSession::resize)
      .function("resizeMemory", &LayerSession::resize_memory)
      .function("forward", &LayerSession::forward)
      .function("begin", &LayerSession::begin)
      .function("step", &LayerSession::step);

  declare_enumeration<Attention>("Attention");
  declare_enumeration<TransformerTensor>("TransformerTensor");
  class_<TransformerSession>("TransformerSession")
      .constructor<const TransformerDescription&>()
      .function("parameters", &TransformerSession::parameters, allow_raw_pointers(), reference)
      .function("tensors", &TransformerSession::tensors)
      .function("release", &TransformerSession::release)
      .function("resizeFeatures", of_memory<&TransformerMemory::resize_features>)
      .function("resizePatches", of_memory<&TransformerMemory::resize_patches>)
      .function("resizeTarget", of_memory<&TransformerMemory::resize_target>)
      .function("resizeEncoderOutput", of_memory<&TransformerMemory::resize_encoder_output>)
      .function("resizeResidual", of_memory<&TransformerMemory::resize_residual>)

      .class_function("stepCount", &StepSession::count)
      .class_function("stepName", &StepSession::name)
      .class_function("stepDimensions", &StepSession::dimensions)
      .class_function("mayBeginBatch", &StepSession::may_begin_batch)
      .function("selectStep", of_steps<&StepSession::select>)
      .function("selectLayer", of_steps<&StepSession::select_layer>)
      .function("selectEntry", of_steps<&StepSession::select_entry>)
      .function("hasStep", of_steps<&StepSession::has_selected>)
      .function("resizeSelection", of_steps<&StepSession::resize_selection>)

      .function("clearInterventions", of_interventions<&InterventionSession::clear>)
      .function("restrictToLayer", of_interventions<&InterventionSession::restrict_to_layer>)
      .function("restrictToHead", of_interventions<&InterventionSession::restrict_to_head>)
      .function("maskCausally", of_interventions<&InterventionSession::mask_causally>)
      .function("setScale", of_interventions<&InterventionSession::set_scale>)
      .function("resizeBlocked", of_interventions<&InterventionSession::resize_blocked>)
      .function("replace", of_interventions<&InterventionSession::replace>)

      .function("encode", of_encoder<&EncoderSession::encode>)
      .function("encodeFrom", of_encoder<&EncoderSession::encode_from>)
      .function("encoderResidual", of_encoder<&EncoderSession::residual>)

      .function("beginDecoding", of_decoder<&DecoderSession::begin>)
      .function("restore", of_decoder<&DecoderSession::restore>)
      .function("append", of_decoder<&DecoderSession::append>)
      .function("appendFrom", of_decoder<&DecoderSession::append_from>)
      .function("forkHypothesis", of_decoder<&DecoderSession::fork>)
      .function("decoderResidual", of_decoder<&DecoderSession::residual>)

      .function("embed", of_recomputation<&RecomputationSession::embed>)
      .function("replaceResidual", of_recomputation<&RecomputationSession::replace_residual>)
      .function("forwardLayer", of_recomputation<&RecomputationSession::forward_layer>)
      .function("forwardToken", of_recomputation<&RecomputationSession::forward_token>)
      .function("forwardOutput", of_recomputation<&RecomputationSession::forward_output>)
      .function("forwardLogits", of_recomputation<&RecomputationSession::forward_logits>)
      .function("read", of_recomputation<&RecomputationSession::read>)
      .function("attentionTensors", of_recomputation<&RecomputationSession::attention_tensors>)
      .function("resizeAttention", of_recomputation<&RecomputationSession::resize_attention>)
      .function("trace", of_recomputation<&RecomputationSession::trace>);
}
