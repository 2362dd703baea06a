// Everything that the web side can call. Arrays cross as views of this memory: the caller resizes a call, writes the
// inputs into its views, computes, and copies the results out of its views before the next call. All arguments are
// checked on the web side (web/engine/checks.ts) before they come here.
#include "attention_calls.hpp"
#include "model_calls.hpp"
#include "numbers.hpp"

EMSCRIPTEN_BINDINGS(spotlight) {
  using namespace emscripten;
  using namespace spotlight;
  using namespace spotlight::bindings;

  register_type<Floats>("Float32Array");
  register_type<Bytes>("Uint8Array");
  register_type<Integers>("Int32Array");

  enum_<Mask::Kind>("MaskKind")
      .value("none", Mask::Kind::none)
      .value("allow", Mask::Kind::allow)
      .value("block", Mask::Kind::block)
      .value("add", Mask::Kind::add);

  enum_<Activation>("Activation").value("softmax", Activation::softmax).value("relu", Activation::relu);

  enum_<FeatureMap::Kind>("FeatureKind").value("elu", FeatureMap::Kind::elu).value("favor", FeatureMap::Kind::favor);

  value_object<AttentionSettings>("AttentionSettings")
      .field("maskKind", &AttentionSettings::mask_kind)
      .field("maskBatch", &AttentionSettings::mask_batch)
      .field("maskHeads", &AttentionSettings::mask_heads)
      .field("maskQueries", &AttentionSettings::mask_queries)
      .field("maskKeys", &AttentionSettings::mask_keys)
      .field("hasKeyLengths", &AttentionSettings::has_key_lengths)
      .field("isCausal", &AttentionSettings::is_causal)
      .field("scale", &AttentionSettings::scale)
      .field("activation", &AttentionSettings::activation)
      .field("eps", &AttentionSettings::eps)
      .field("dropoutP", &AttentionSettings::dropout_p)
      .field("seed", &AttentionSettings::seed)
      .field("hasPattern", &AttentionSettings::has_pattern)
      .field("window", &AttentionSettings::window)
      .field("randomBlocks", &AttentionSettings::random_blocks)
      .field("patternSeed", &AttentionSettings::pattern_seed);

  value_object<PartOfHead>("PartOfHead")
      .field("batch", &PartOfHead::batch)
      .field("head", &PartOfHead::head)
      .field("numHeads", &PartOfHead::num_heads)
      .field("firstQuery", &PartOfHead::first_query)
      .field("allQueries", &PartOfHead::all_queries);

  class_<MaskBuffers>("MaskBuffers")
      .function("flags", &MaskBuffers::flags)
      .function("addend", &MaskBuffers::addend)
      .function("keyLengths", &MaskBuffers::key_lengths)
      .function("globalWords", &MaskBuffers::global_words);

  constant("queryBlock", query_block);
  class_<HeadCall, base<MaskBuffers>>("HeadCall")
      .constructor<>()
      .function("resizeKeys", &HeadCall::resize_keys)
      .function("key", &HeadCall::key)
      .function("value", &HeadCall::value)
      .function("takeKeys", &HeadCall::take_keys)
      .function("takeValues", &HeadCall::take_values)
      .function("resizeQueries", &HeadCall::resize_queries)
      .function("query", &HeadCall::query)
      .function("compute", &HeadCall::compute)
      .function("output", &HeadCall::output);

  class_<AttentionCall, base<MaskBuffers>>("AttentionCall")
      .constructor<>()
      .function("resize", &AttentionCall::resize)
      .function("query", &AttentionCall::query)
      .function("key", &AttentionCall::key)
      .function("value", &AttentionCall::value)
      .function("compute", &AttentionCall::compute)
      .function("trace", &AttentionCall::trace)
      .function("outputGradient", &AttentionCall::output_gradient)
      .function("backward", &AttentionCall::backward)
      .function("queryGradient", &AttentionCall::query_gradient)
      .function("keyGradient", &AttentionCall::key_gradient)
      .function("valueGradient", &AttentionCall::value_gradient)
      .function("weightsGradient", &AttentionCall::weights_gradient)
      .function("scoresGradient", &AttentionCall::scores_gradient)
      .function("computeLinear", &AttentionCall::compute_linear)
      .function("resizeProjections", &AttentionCall::resize_projections)
      .function("keyProjection", &AttentionCall::key_projection)
      .function("valueProjection", &AttentionCall::value_projection)
      .function("pool", &AttentionCall::pool)
      .function("computeLowRank", &AttentionCall::compute_low_rank)
      .function("scores", &AttentionCall::scores)
      .function("scaled", &AttentionCall::scaled)
      .function("masked", &AttentionCall::masked)
      .function("weights", &AttentionCall::weights)
      .function("output", &AttentionCall::output);

  value_object<TransformerConfig>("TransformerConfig")
      .field("embedDim", &TransformerConfig::embed_dim)
      .field("numHeads", &TransformerConfig::num_heads)
      .field("feedforwardDim", &TransformerConfig::feedforward_dim)
      .field("encoderLayers", &TransformerConfig::encoder_layers)
      .field("decoderLayers", &TransformerConfig::decoder_layers)
      .field("buckets", &TransformerConfig::buckets)
      .field("vocabulary", &TransformerConfig::vocabulary);

  class_<MultiheadSteps, base<MaskBuffers>>("MultiheadSteps")
      .function("resize", &MultiheadSteps::resize)
      .function("query", &MultiheadSteps::query)
      .function("key", &MultiheadSteps::key)
      .function("value", &MultiheadSteps::value)
      .function("queryHeads", &MultiheadSteps::query_heads)
      .function("keyHeads", &MultiheadSteps::key_heads)
      .function("valueHeads", &MultiheadSteps::value_heads)
      .function("scores", &MultiheadSteps::scores)
      .function("scaled", &MultiheadSteps::scaled)
      .function("masked", &MultiheadSteps::masked)
      .function("weights", &MultiheadSteps::weights)
      .function("heads", &MultiheadSteps::heads)
      .function("merged", &MultiheadSteps::merged)
      .function("output", &MultiheadSteps::output);

  class_<MultiheadAttentionCall, base<MultiheadSteps>>("MultiheadAttentionCall")
      .constructor<std::size_t, std::size_t, bool>()
      .function("weight", &MultiheadAttentionCall::weight)
      .function("bias", &MultiheadAttentionCall::bias)
      .function("setQuery", &MultiheadAttentionCall::set_query)
      .function("setKey", &MultiheadAttentionCall::set_key)
      .function("setValue", &MultiheadAttentionCall::set_value)
      .function("setOutput", &MultiheadAttentionCall::set_output)
      .function("compute", &MultiheadAttentionCall::compute)
      .function("trace", &MultiheadAttentionCall::trace)
      .function("outputGradient", &MultiheadAttentionCall::output_gradient)
      .function("backward", &MultiheadAttentionCall::backward)
      .function("queryGradient", &MultiheadAttentionCall::query_gradient)
      .function("keyGradient", &MultiheadAttentionCall::key_gradient)
      .function("valueGradient", &MultiheadAttentionCall::value_gradient)
      .function("toQueryGradient", &MultiheadAttentionCall::to_query_gradient)
      .function("toKeyGradient", &MultiheadAttentionCall::to_key_gradient)
      .function("toValueGradient", &MultiheadAttentionCall::to_value_gradient)
      .function("toOutputGradient", &MultiheadAttentionCall::to_output_gradient)
      .function("queryBiasGradient", &MultiheadAttentionCall::query_bias_gradient)
      .function("keyBiasGradient", &MultiheadAttentionCall::key_bias_gradient)
      .function("valueBiasGradient", &MultiheadAttentionCall::value_bias_gradient)
      .function("outputBiasGradient", &MultiheadAttentionCall::output_bias_gradient);

  class_<Parameters>("Parameters")
      .function("count", &Parameters::count)
      .function("name", &Parameters::name)
      .function("rank", &Parameters::rank)
      .function("size", &Parameters::size)
      .function("values", &Parameters::values)
      .function("take", &Parameters::take)
      .function("finish", &Parameters::finish);

  enum_<Norm::Kind>("NormKind").value("layer", Norm::Kind::layer).value("rms", Norm::Kind::rms);
  enum_<FeedForward::Activation>("FeedForwardActivation")
      .value("relu", FeedForward::Activation::relu)
      .value("gelu", FeedForward::Activation::gelu)
      .value("swiglu", FeedForward::Activation::swiglu);
  value_object<BlockSettings>("BlockSettings")
      .field("embedDim", &BlockSettings::embed_dim)
      .field("numHeads", &BlockSettings::num_heads)
      .field("feedforwardDim", &BlockSettings::feedforward_dim)
      .field("normFirst", &BlockSettings::norm_first)
      .field("hearsMemory", &BlockSettings::hears_memory)
      .field("norm", &BlockSettings::norm)
      .field("activation", &BlockSettings::activation);
  class_<BlockCall, base<MaskBuffers>>("BlockCall")
      .constructor<BlockSettings>()
      .function("parameters", &BlockCall::parameters, allow_raw_pointers(), return_value_policy::reference())
      .function("resize", &BlockCall::resize)
      .function("resizeMemory", &BlockCall::resize_memory)
      .function("x", &BlockCall::x)
      .function("memory", &BlockCall::memory)
      .function("memoryMasks", &BlockCall::memory_masks, allow_raw_pointers(), return_value_policy::reference())
      .function("run", &BlockCall::run)
      .function("beginSteps", &BlockCall::begin_steps)
      .function("step", &BlockCall::step);

  class_<TransformerCall, base<MultiheadSteps>>("TransformerCall")
      .constructor<TransformerConfig>()
      .function("parameters", &TransformerCall::parameters, allow_raw_pointers(), return_value_policy::reference())
      .function("resizeWords", &TransformerCall::resize_words)
      .function("featureRows", &TransformerCall::feature_rows)
      .function("featureWeights", &TransformerCall::feature_weights)
      .function("firstFeatures", &TransformerCall::first_features)
      .function("encode", &TransformerCall::encode)
      .function("embedding", &TransformerCall::embedding)
      .function("memory", &TransformerCall::memory)
      .function("encoderInput", &TransformerCall::encoder_input)
      .function("beginDecoding", &TransformerCall::begin_decoding)
      .function("step", &TransformerCall::step)
      .function("pieceEmbedding", &TransformerCall::piece_embedding)
      .function("decoderSelfInput", &TransformerCall::decoder_self_input)
      .function("decoderCrossInput", &TransformerCall::decoder_cross_input)
      .function("silenceNone", &TransformerCall::silence_none)
      .function("silenceEncoder", &TransformerCall::silence_encoder)
      .function("silenceDecoder", &TransformerCall::silence_decoder)
      .function("silenceCross", &TransformerCall::silence_cross)
      .function("traceEncoder", &TransformerCall::trace_encoder)
      .function("traceDecoder", &TransformerCall::trace_decoder)
      .function("traceCross", &TransformerCall::trace_cross);

  class_<MatrixProduct>("MatrixProduct")
      .constructor<std::size_t, std::size_t, std::size_t>()
      .function("a", &MatrixProduct::a)
      .function("b", &MatrixProduct::b)
      .function("compute", &MatrixProduct::compute)
      .function("c", &MatrixProduct::c);

  class_<Numbers>("Numbers")
      .constructor<std::size_t>()
      .function("values", &Numbers::values)
      .function("fillXavierUniform", &Numbers::fill_xavier_uniform)
      .function("fillWord", &Numbers::fill_word)
      .function("addPositions", &Numbers::add_positions)
      .function("fillNormal", &Numbers::fill_normal);

  function("canAllocate", &can_allocate);
  function("heapSize", &heap_size);
  function("firstNotFinite", &first_not_finite);
  function("firstNotAddend", &first_not_addend);
}
