// Everything that the web side can call. A session holds the memory of one kind of call: the web side resizes it,
// writes inputs and options into this memory, computes, and reads the outputs from this memory before the next call.
// All arguments are checked on the web side (web/engine/core/checks.ts) except whether numbers are finite.
#include <emscripten/bind.h>

#include "attention_session.hpp"
#include "head_session.hpp"
#include "layer_session.hpp"
#include "memory.hpp"
#include "multihead_session.hpp"
#include "tensors.hpp"
#include "transformer_session.hpp"

EMSCRIPTEN_BINDINGS(spotlight) {
  using namespace emscripten;
  using namespace spotlight;
  using namespace spotlight::bindings;
  const auto reference = return_value_policy::reference();

  constant("queryBlock", query_block_size);
  function("stackPointer", &stack_pointer);
  function("restoreStack", &restore_stack);
  function("heapSize", &heap_size);
  function("findInvalidMaskValue", &find_invalid_mask_value);
  function("logSumExp", &log_sum_exp);

  // Options
  enum_<Mask::Kind>("MaskKind")
      .value("none", Mask::Kind::none)
      .value("allow", Mask::Kind::allow)
      .value("block", Mask::Kind::block)
      .value("add", Mask::Kind::add);
  enum_<Activation>("Activation").value("softmax", Activation::softmax).value("relu", Activation::relu);
  class_<OptionBlock>("OptionBlock")
      .class_function("slotCount", &OptionBlock::slot_count)
      .class_function("slotName", &OptionBlock::slot_name)
      .function("address", &OptionBlock::address)
      .function("resizeMaskFlags", &OptionBlock::resize_mask_flags)
      .function("resizeMaskAddend", &OptionBlock::resize_mask_addend)
      .function("resizeKeyLengths", &OptionBlock::resize_key_lengths)
      .function("resizeGlobalTokens", &OptionBlock::resize_global_tokens);

  // Attention
  enum_<FeatureMap::Kind>("FeatureMap").value("elu", FeatureMap::Kind::elu).value("favor", FeatureMap::Kind::favor);
  enum_<AttentionTensor>("AttentionTensor")
      .value("query", AttentionTensor::query)
      .value("key", AttentionTensor::key)
      .value("value", AttentionTensor::value)
      .value("scores", AttentionTensor::scores)
      .value("scaled", AttentionTensor::scaled)
      .value("masked", AttentionTensor::masked)
      .value("weights", AttentionTensor::weights)
      .value("output", AttentionTensor::output)
      .value("keyProjection", AttentionTensor::key_projection)
      .value("valueProjection", AttentionTensor::value_projection)
      .value("outputGradient", AttentionTensor::output_gradient)
      .value("queryGradient", AttentionTensor::query_gradient)
      .value("keyGradient", AttentionTensor::key_gradient)
      .value("valueGradient", AttentionTensor::value_gradient)
      .value("weightsGradient", AttentionTensor::weights_gradient)
      .value("scoresGradient", AttentionTensor::scores_gradient);
  class_<AttentionSession>("AttentionSession")
      .constructor<>()
      .function("options", &AttentionSession::options, allow_raw_pointers(), reference)
      .function("tensors", &AttentionSession::tensors)
      .function("release", &AttentionSession::release)
      .function("resize", &AttentionSession::resize)
      .function("compute", &AttentionSession::compute)
      .function("trace", &AttentionSession::trace)
      .function("tracePart", &AttentionSession::trace_part)
      .function("computeLinear", &AttentionSession::compute_linear)
      .function("resizeProjections", &AttentionSession::resize_projections)
      .function("pool", &AttentionSession::pool)
      .function("computeLinformer", &AttentionSession::compute_linformer)
      .function("resizeOutputGradient", &AttentionSession::resize_output_gradient)
      .function("backward", &AttentionSession::backward);

  enum_<HeadTensor>("HeadTensor")
      .value("query", HeadTensor::query)
      .value("key", HeadTensor::key)
      .value("value", HeadTensor::value)
      .value("output", HeadTensor::output);
  class_<HeadSession>("HeadSession")
      .constructor<>()
      .function("options", &HeadSession::options, allow_raw_pointers(), reference)
      .function("tensors", &HeadSession::tensors)
      .function("resizeKeys", &HeadSession::resize_keys)
      .function("packKeys", &HeadSession::pack_keys)
      .function("packValues", &HeadSession::pack_values)
      .function("resizeQueries", &HeadSession::resize_queries)
      .function("compute", &HeadSession::compute);

  // Multi-head attention
  enum_<MultiheadTensor>("MultiheadTensor")
      .value("query", MultiheadTensor::query)
      .value("key", MultiheadTensor::key)
      .value("value", MultiheadTensor::value)
      .value("queryHeads", MultiheadTensor::query_heads)
      .value("keyHeads", MultiheadTensor::key_heads)
      .value("valueHeads", MultiheadTensor::value_heads)
      .value("scores", MultiheadTensor::scores)
      .value("scaled", MultiheadTensor::scaled)
      .value("masked", MultiheadTensor::masked)
      .value("weights", MultiheadTensor::weights)
      .value("heads", MultiheadTensor::heads)
      .value("concat", MultiheadTensor::concat)
      .value("output", MultiheadTensor::output)
      .value("weight", MultiheadTensor::weight)
      .value("bias", MultiheadTensor::bias)
      .value("outputGradient", MultiheadTensor::output_gradient)
      .value("queryGradient", MultiheadTensor::query_gradient)
      .value("keyGradient", MultiheadTensor::key_gradient)
      .value("valueGradient", MultiheadTensor::value_gradient)
      .value("queryWeightGradient", MultiheadTensor::query_weight_gradient)
      .value("keyWeightGradient", MultiheadTensor::key_weight_gradient)
      .value("valueWeightGradient", MultiheadTensor::value_weight_gradient)
      .value("outputWeightGradient", MultiheadTensor::output_weight_gradient)
      .value("queryBiasGradient", MultiheadTensor::query_bias_gradient)
      .value("keyBiasGradient", MultiheadTensor::key_bias_gradient)
      .value("valueBiasGradient", MultiheadTensor::value_bias_gradient)
      .value("outputBiasGradient", MultiheadTensor::output_bias_gradient);
  class_<MultiheadSession>("MultiheadSession")
      .constructor<std::size_t, std::size_t>()
      .function("release", &MultiheadSession::release)
      .function("resizeWeights", &MultiheadSession::resize_weights)
      .function("finishWeights", &MultiheadSession::finish_weights)
      .function("options", &MultiheadSession::options, allow_raw_pointers(), reference)
      .function("tensors", &MultiheadSession::tensors)
      .function("setQuery", &MultiheadSession::set_query)
      .function("setKey", &MultiheadSession::set_key)
      .function("setValue", &MultiheadSession::set_value)
      .function("setOutput", &MultiheadSession::set_output)
      .function("resize", &MultiheadSession::resize)
      .function("compute", &MultiheadSession::compute)
      .function("headOptions", &MultiheadSession::head_options, allow_raw_pointers(), reference)
      .function("trace", &MultiheadSession::trace)
      .function("traceWithHead", &MultiheadSession::trace_with_head)
      .function("resizeOutputGradient", &MultiheadSession::resize_output_gradient)
      .function("backward", &MultiheadSession::backward);

  // Layers and models
  enum_<kernels::Precision>("Precision")
      .value("float32", kernels::Precision::float32)
      .value("float16", kernels::Precision::float16)
      .value("bfloat16", kernels::Precision::bfloat16)
      .value("int8", kernels::Precision::int8);
  class_<ParameterSet>("ParameterSet")
      .function("count", &ParameterSet::count)
      .function("name", &ParameterSet::name)
      .function("rank", &ParameterSet::rank)
      .function("size", &ParameterSet::size)
      .function("prepare", &ParameterSet::prepare)
      .function("set", &ParameterSet::set)
      .function("get", &ParameterSet::get)
      .function("keepAs", &ParameterSet::keep_as)
      .function("share", &ParameterSet::share)
      .function("finish", &ParameterSet::finish);

  enum_<Norm::Kind>("NormKind").value("layer", Norm::Kind::layer).value("rms", Norm::Kind::rms);
  enum_<FeedForward::Activation>("FeedForwardActivation")
      .value("relu", FeedForward::Activation::relu)
      .value("gelu", FeedForward::Activation::gelu)
      .value("geluTanh", FeedForward::Activation::gelu_tanh)
      .value("silu", FeedForward::Activation::silu);
  enum_<Positions>("Positions")
      .value("none", Positions::none)
      .value("learned", Positions::learned)
      .value("sinusoids", Positions::sinusoids)
      .value("sinusoidHalves", Positions::sinusoid_halves)
      .value("rotaryPairs", Positions::rotary_pairs)
      .value("rotaryHalves", Positions::rotary_halves);
  class_<DescriptionBlock>("DescriptionBlock").constructor<std::size_t, bool>().function("set", &DescriptionBlock::set);
  enum_<LayerTensor>("LayerTensor")
      .value("x", LayerTensor::x)
      .value("memory", LayerTensor::memory)
      .value("output", LayerTensor::output);
  class_<LayerSession>("LayerSession")
      .constructor<const DescriptionBlock&>()
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

  enum_<TransformerTensor>("TransformerTensor")
      .value("featureRows", TransformerTensor::feature_rows)
      .value("featureWeights", TransformerTensor::feature_weights)
      .value("featureOffsets", TransformerTensor::feature_offsets)
      .value("tokenTypes", TransformerTensor::token_types)
      .value("tokenPositions", TransformerTensor::token_positions)
      .value("patches", TransformerTensor::patches)
      .value("target", TransformerTensor::target)
      .value("encoderOutput", TransformerTensor::encoder_output)
      .value("decoderOutput", TransformerTensor::decoder_output)
      .value("logits", TransformerTensor::logits)
      .value("residual", TransformerTensor::residual)
      .value("blockedKeys", TransformerTensor::blocked_keys)
      .value("blockedPairs", TransformerTensor::blocked_pairs)
      .value("selectedHeads", TransformerTensor::selected_heads)
      .value("selectedRows", TransformerTensor::selected_rows)
      .value("selectedKeys", TransformerTensor::selected_keys)
      .value("replacement", TransformerTensor::replacement)
      .value("activation", TransformerTensor::activation);
  enum_<Attention>("Attention")
      .value("encoder", Attention::encoder)
      .value("decoder", Attention::decoder)
      .value("cross", Attention::cross);
  class_<TransformerSession>("TransformerSession")
      .constructor<const DescriptionBlock&>()
      .class_function("stepCount", &TransformerSession::step_count)
      .class_function("stepName", &TransformerSession::step_name)
      .class_function("stepDimensions", &TransformerSession::step_dimensions)
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
      .function("append", &TransformerSession::append)
      .function("forkHypothesis", &TransformerSession::fork_hypothesis)
      .function("residualOf", &TransformerSession::residual_of)
      .function("hasStep", &TransformerSession::has_step)
      .function("resizeResidual", &TransformerSession::resize_residual)
      .function("read", &TransformerSession::read)
      .function("resizeAttention", &TransformerSession::resize_attention)
      .function("trace", &TransformerSession::trace);

  // Tensors
  enum_<MatmulTensor>("MatmulTensor")
      .value("a", MatmulTensor::a)
      .value("b", MatmulTensor::b)
      .value("product", MatmulTensor::product);
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
