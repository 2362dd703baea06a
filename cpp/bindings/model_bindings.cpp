// Transformer layers and whole models (attention_bindings.cpp explains how sessions are used).
#include <emscripten/bind.h>

#include "enumeration.hpp"
#include "layer_session.hpp"
#include "transformer_session.hpp"

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
      .class_function("stepCount", &TransformerSession::step_count)
      .class_function("stepName", &TransformerSession::step_name)
      .class_function("stepDimensions", &TransformerSession::step_dimensions)
      .class_function("mayBeginBatch", &TransformerSession::may_begin_batch)
      .function("parameters", &TransformerSession::parameters, allow_raw_pointers(), reference)
      .function("tensors", &TransformerSession::tensors)
      .function("attentionTensors", &TransformerSession::attention_tensors)
      .function("release", &TransformerSession::release)
      .function("clearInterventions", &TransformerSession::clear_interventions)
      .function("intervene", &TransformerSession::intervene)
      .function("resizeBlocked", &TransformerSession::resize_blocked)
      .function("resizeSelection", &TransformerSession::resize_selection)
      .function("replace", &TransformerSession::replace)
      .function("resizeFeatures", &TransformerSession::resize_features)
      .function("resizePatches", &TransformerSession::resize_patches)
      .function("encode", &TransformerSession::encode)
      .function("resizeEncoderOutput", &TransformerSession::resize_encoder_output)
      .function("beginDecoding", &TransformerSession::begin_decoding)
      .function("resizeTarget", &TransformerSession::resize_target)
      .function("restore", &TransformerSession::restore)
      .function("append", &TransformerSession::append)
      .function("forkHypothesis", &TransformerSession::fork_hypothesis)
      .function("residualOf", &TransformerSession::residual_of)
      .function("embed", &TransformerSession::embed)
      .function("replaceResidual", &TransformerSession::replace_residual)
      .function("forwardLayer", &TransformerSession::forward_layer)
      .function("forwardOutput", &TransformerSession::forward_output)
      .function("forwardLogits", &TransformerSession::forward_logits)
      .function("hasStep", &TransformerSession::has_step)
      .function("resizeResidual", &TransformerSession::resize_residual)
      .function("read", &TransformerSession::read)
      .function("resizeAttention", &TransformerSession::resize_attention)
      .function("trace", &TransformerSession::trace);
}
