// Everything that the web side can call. Arrays cross as views of this memory: the caller resizes a call, writes the
// inputs into its views, computes, and copies the results out of its views before the next call. All arguments are
// checked on the web side (web/engine/checks.ts) before they come here.
#include <emscripten/bind.h>
#include <malloc.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "../attention/fused.hpp"
#include "../attention/linear.hpp"
#include "../attention/low_rank.hpp"
#include "../attention/multihead.hpp"
#include "../attention/multihead_backward.hpp"
#include "../attention/scale.hpp"
#include "../attention/trace.hpp"
#include "../kernels/finite.hpp"
#include "../kernels/gemm.hpp"
#include "../kernels/random.hpp"
#include "../model/decoder.hpp"
#include "../model/embedding.hpp"
#include "../model/encoder.hpp"
#include "../model/initialisation.hpp"
#include "../model/parameters.hpp"

// Views of this memory, under the names that TypeScript has for them.
EMSCRIPTEN_DECLARE_VAL_TYPE(Floats)
EMSCRIPTEN_DECLARE_VAL_TYPE(Bytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(Integers)

namespace {

using emscripten::typed_memory_view;
using emscripten::val;
using namespace spotlight;

template <std::size_t Rank>
Floats view(Tensor<Rank>& tensor) {
  return Floats(val(typed_memory_view(tensor.size(), tensor.data())));
}

/// The numbers among the options of an attention; its arrays lie in MaskBuffers.
struct AttentionSettings {
  Mask::Kind mask_kind;
  std::size_t mask_batch, mask_heads, mask_queries, mask_keys;
  bool has_key_lengths;
  bool is_causal;
  float scale;  // NaN: the default
  Activation activation;
  float eps;
  float dropout_p;
  double seed;  // a whole number

  bool has_pattern;  // its global words lie in MaskBuffers
  std::size_t window, random_blocks;
  double pattern_seed;  // a whole number
};

/// What a block is made of.
struct BlockSettings {
  std::size_t embed_dim, num_heads, feedforward_dim;
  bool norm_first, hears_memory;
  Norm::Kind norm;
  FeedForward::Activation activation;
};

/// The arrays among the options of an attention.
class MaskBuffers {
 public:
  Bytes flags(std::size_t size) {
    flags_.resize(size);
    return Bytes(val(typed_memory_view(size, flags_.data())));
  }
  Floats addend(std::size_t size) {
    addend_.resize({size});
    return view(addend_);
  }
  Integers key_lengths(std::size_t size) {
    key_lengths_.resize(size);
    return Integers(val(typed_memory_view(size, key_lengths_.data())));
  }

  Integers global_words(std::size_t size) {
    pattern_.global.resize(size);
    return Integers(val(typed_memory_view(size, pattern_.global.data())));
  }

  AttentionOptions options(const AttentionSettings& settings) {
    AttentionOptions options;
    pattern_.window = settings.window;
    pattern_.random_blocks = settings.random_blocks;
    pattern_.seed = static_cast<std::uint64_t>(settings.pattern_seed);
    if (settings.has_pattern) options.mask.pattern = &pattern_;
    options.mask.kind = settings.mask_kind;
    options.mask.flags = flags_.data();
    options.mask.addend = addend_.data();
    options.mask.shape = {settings.mask_batch, settings.mask_heads, settings.mask_queries, settings.mask_keys};
    options.mask.is_causal = settings.is_causal;
    options.mask.key_lengths = settings.has_key_lengths ? key_lengths_.data() : nullptr;
    if (!std::isnan(settings.scale)) options.scale = settings.scale;
    options.activation = settings.activation;
    options.eps = settings.eps;
    options.dropout_p = settings.dropout_p;
    options.seed = static_cast<std::uint64_t>(settings.seed);
    return options;
  }

 private:
  std::vector<std::uint8_t> flags_;
  Vector addend_;
  std::vector<std::int32_t> key_lengths_;
  Pattern pattern_;
};

/// The memory of one scaled dot-product attention, reused from call to call.
class AttentionCall : public MaskBuffers {
 public:
  void resize(std::size_t batch, std::size_t heads, std::size_t key_heads, std::size_t queries, std::size_t keys,
              std::size_t head_dim, std::size_t value_dim) {
    query_.resize({batch, heads, queries, head_dim});
    key_.resize({batch, key_heads, keys, head_dim});
    value_.resize({batch, key_heads, keys, value_dim});
  }
  Floats query() { return view(query_); }
  Floats key() { return view(key_); }
  Floats value() { return view(value_); }

  /// Fills output alone, without ever holding the weights.
  void compute(const AttentionSettings& settings) {
    fused_attention(query_, key_, value_, options(settings), scratch_, trace_.output);
  }
  /// Fills every step.
  void trace(const AttentionSettings& settings) { trace_attention(query_, key_, value_, options(settings), trace_); }

  /// Fills output alone, by features of queries and keys.
  void compute_linear(FeatureMap::Kind kind, std::size_t features, double seed, const AttentionSettings& settings) {
    const FeatureMap map = {.kind = kind, .features = features, .seed = static_cast<std::uint64_t>(seed)};
    linear_attention(query_, key_, value_, options(settings), map, linear_, trace_.output);
  }

  /// Fills output alone, by summaries of the keys: both projections are written, or made by mean_pooling.
  void resize_projections(std::size_t rank, std::size_t keys) {
    key_projection_.resize({rank, keys});
    value_projection_.resize({rank, keys});
  }
  Floats key_projection() { return view(key_projection_); }
  Floats value_projection() { return view(value_projection_); }
  void pool() {
    mean_pooling(key_projection_);
    value_projection_ = key_projection_;
  }
  void compute_low_rank(const AttentionSettings& settings) {
    low_rank_attention(query_, key_, value_, key_projection_, value_projection_, options(settings), low_rank_,
                       trace_.output);
  }
  Floats scores() { return view(trace_.scores); }
  Floats scaled() { return view(trace_.scaled); }
  Floats masked() { return view(trace_.masked); }
  Floats weights() { return view(trace_.weights); }
  Floats output() { return view(trace_.output); }

  /// After trace: the gradient of the output is written here, then those of everything before it are filled.
  Floats output_gradient() {
    output_gradient_.resize(trace_.output.shape());
    return view(output_gradient_);
  }
  void backward(const AttentionSettings& settings) {
    const float scale = options(settings).scale.value_or(default_scale(query_.shape(3)));
    attention_backward(query_, key_, value_, trace_, scale, output_gradient_, gradients_);
  }
  Floats query_gradient() { return view(gradients_.query); }
  Floats key_gradient() { return view(gradients_.key); }
  Floats value_gradient() { return view(gradients_.value); }
  Floats weights_gradient() { return view(gradients_.weights); }
  Floats scores_gradient() { return view(gradients_.scores); }

 private:
  Tensor4 query_, key_, value_, output_gradient_;
  AttentionGradients gradients_;
  FusedScratch scratch_;
  LinearScratch linear_;
  LowRankScratch low_rank_;
  Matrix key_projection_, value_projection_;
  Trace trace_;
};

/// Which head, and where the queries given lie among all of that head.
struct PartOfHead {
  std::size_t batch, head, num_heads;
  std::size_t first_query, all_queries;
};

/// One head's keys and values, and the memory for some of its queries at a time.
class HeadCall : public MaskBuffers {
 public:
  void resize_keys(std::size_t keys, std::size_t head_dim, std::size_t value_dim) {
    key_.resize({keys, head_dim});
    value_.resize({keys, value_dim});
  }
  Floats key() { return view(key_); }
  Floats value() { return view(value_); }
  /// Takes what has been written into key() and value().
  void take_keys() { pack_keys(matrix(key_), matrix(value_), scratch_); }

  void resize_queries(std::size_t queries) {
    query_.resize({queries, key_.shape(1)});
    output_.resize({queries, value_.shape(1)});
  }
  Floats query() { return view(query_); }
  void compute(const PartOfHead& part, const AttentionSettings& settings) {
    attend_to_packed({.batch = part.batch,
                      .head = part.head,
                      .num_heads = part.num_heads,
                      .query = matrix(query_),
                      .key = matrix(key_),
                      .value = matrix(value_),
                      .output = {output_.data(), output_.shape(0), output_.shape(1), output_.shape(1)}},
                     {.first = part.first_query, .all = part.all_queries}, options(settings), scratch_);
  }
  Floats output() { return view(output_); }

 private:
  Matrix query_, key_, value_, output_;
  FusedScratch scratch_;
};

/// The inputs of one multi-head attention and every step of it, reused from call to call.
class MultiheadSteps : public MaskBuffers {
 public:
  void resize(std::size_t batch, std::size_t queries, std::size_t keys, std::size_t embed_dim) {
    query_.resize({batch, queries, embed_dim});
    key_.resize({batch, keys, embed_dim});
    value_.resize({batch, keys, embed_dim});
  }
  Floats query() { return view(query_); }
  Floats key() { return view(key_); }
  Floats value() { return view(value_); }

  Floats query_heads() { return view(trace_.query); }
  Floats key_heads() { return view(trace_.key); }
  Floats value_heads() { return view(trace_.value); }
  Floats scores() { return view(trace_.attention.scores); }
  Floats scaled() { return view(trace_.attention.scaled); }
  Floats masked() { return view(trace_.attention.masked); }
  Floats weights() { return view(trace_.attention.weights); }
  Floats heads() { return view(trace_.attention.output); }
  Floats merged() { return view(trace_.merged); }
  Floats output() { return view(trace_.output); }

 protected:
  void trace(const MultiheadWeights& weights, const AttentionSettings& settings) {
    trace_multihead_attention(query_, key_, value_, weights, options(settings), trace_);
  }

  Tensor3 query_, key_, value_;
  MultiheadTrace trace_;
};

/// A multi-head attention: its weights, and the memory of one call, reused from call to call.
class MultiheadAttentionCall : public MultiheadSteps {
 public:
  MultiheadAttentionCall(std::size_t embed_dim, std::size_t num_heads, bool has_bias) {
    weights_.num_heads = num_heads;
    weight_.resize({embed_dim, embed_dim});
    bias_.resize({has_bias ? embed_dim : 0});
  }
  /// A weight [embed_dim, embed_dim] and its bias are written here, then taken as those of one of the projections.
  Floats weight() { return view(weight_); }
  Floats bias() { return view(bias_); }
  void set_query() { set_projection(weight_, bias_, weights_.query); }
  void set_key() { set_projection(weight_, bias_, weights_.key); }
  void set_value() { set_projection(weight_, bias_, weights_.value); }
  void set_output() { set_projection(weight_, bias_, weights_.output); }

  /// Fills output alone, without ever holding the weights of attention.
  void compute(const AttentionSettings& settings) {
    multihead_attention(query_, key_, value_, weights_, options(settings), scratch_, trace_.output);
  }
  /// Fills every step.
  void trace(const AttentionSettings& settings) { MultiheadSteps::trace(weights_, settings); }

  /// After trace: the gradient of the output is written here, then those of everything before it are filled.
  Floats output_gradient() {
    output_gradient_.resize(trace_.output.shape());
    return view(output_gradient_);
  }
  void backward(const AttentionSettings& settings) {
    const float scale = options(settings).scale.value_or(default_scale(trace_.query.shape(3)));
    multihead_backward(query_, key_, value_, weights_, trace_, scale, output_gradient_, gradients_);
  }
  Floats query_gradient() { return view(gradients_.query); }
  Floats key_gradient() { return view(gradients_.key); }
  Floats value_gradient() { return view(gradients_.value); }
  Floats to_query_gradient() { return view(gradients_.to_query.weight); }
  Floats to_key_gradient() { return view(gradients_.to_key.weight); }
  Floats to_value_gradient() { return view(gradients_.to_value.weight); }
  Floats to_output_gradient() { return view(gradients_.to_output.weight); }
  Floats query_bias_gradient() { return view(gradients_.to_query.bias); }
  Floats key_bias_gradient() { return view(gradients_.to_key.bias); }
  Floats value_bias_gradient() { return view(gradients_.to_value.bias); }
  Floats output_bias_gradient() { return view(gradients_.to_output.bias); }

 private:
  Tensor3 output_gradient_;
  MultiheadGradients gradients_;
  MultiheadWeights weights_;
  Matrix weight_;
  Vector bias_;
  MultiheadScratch scratch_;
};

/// The parameters of something, each by its name and shape: its values are written into parameter_values(), then taken.
class Parameters {
 public:
  explicit Parameters(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {}

  std::size_t count() const { return parameters_.size(); }
  std::string name(std::size_t index) const { return parameters_[index].name; }
  std::size_t rank(std::size_t index) const { return parameters_[index].shape.size(); }
  std::size_t size(std::size_t index, std::size_t dimension) const { return parameters_[index].shape[dimension]; }
  Floats values(std::size_t index) {
    const std::vector<std::size_t>& shape = parameters_[index].shape;
    values_.resize({shape.size() == 1 ? 1 : shape[0], shape.back()});
    return view(values_);
  }
  void take(std::size_t index) { parameters_[index].take(values_); }
  /// All have been taken: what they were written into is let go.
  void finish() { values_ = Matrix(); }

 private:
  std::vector<Parameter> parameters_;
  Matrix values_;
};

/// A block of a Transformer: its weights, and the memory of one call or of one sequence, step by step.
class BlockCall : public MaskBuffers {
 public:
  BlockCall(const BlockSettings& settings) : block_(block_of(settings)) {
    parameters_ = std::make_unique<Parameters>(parameters_of(block_, settings.embed_dim, settings.feedforward_dim));
  }
  Parameters* parameters() { return parameters_.get(); }

  void resize(std::size_t batch, std::size_t seq_len, std::size_t embed_dim) { x_.resize({batch, seq_len, embed_dim}); }
  void resize_memory(std::size_t batch, std::size_t words, std::size_t embed_dim) {
    memory_.resize({batch, words, embed_dim});
  }
  Floats x() { return view(x_); }  // the input, and then the output
  Floats memory() { return view(memory_); }
  MaskBuffers* memory_masks() { return &memory_masks_; }

  void run(const AttentionSettings& self, const AttentionSettings& cross) {
    run_block(block_, &memory_, {.self = options(self), .cross = memory_masks_.options(cross)}, scratch_, x_);
  }
  void begin_steps() { spotlight::begin_steps(block_, &memory_, cache_); }
  void step(const AttentionSettings& self, const AttentionSettings& cross) {
    step_block(block_, {.self = options(self), .cross = memory_masks_.options(cross)}, cache_, scratch_, x_);
  }

 private:
  static Block block_of(const BlockSettings& settings) {
    Block block;
    block.norm_first = settings.norm_first;
    block.hears_memory = settings.hears_memory;
    for (Norm* norm : {&block.norm1, &block.norm2, &block.norm3}) norm->kind = settings.norm;
    block.self_attention.num_heads = settings.num_heads;
    block.cross_attention.num_heads = settings.num_heads;
    block.feedforward.activation = settings.activation;
    return block;
  }

  Block block_;
  std::unique_ptr<Parameters> parameters_;
  Tensor3 x_, memory_;
  MaskBuffers memory_masks_;
  BlockScratch scratch_;
  BlockCache cache_;
};

/// A Transformer: its weights, one run of it, and the steps of one of its attentions.
class TransformerCall : public MultiheadSteps {
 public:
  explicit TransformerCall(const TransformerConfig& config) : model_(config), parameters_(parameters_of(model_)) {}

  Parameters* parameters() { return &parameters_; }

  // The encoder.
  void resize_words(std::size_t words, std::size_t features) {
    words_.first.resize(words + 1);
    words_.rows.resize(features);
    words_.weights.resize(features);
  }
  Integers feature_rows() { return Integers(val(typed_memory_view(words_.rows.size(), words_.rows.data()))); }
  Floats feature_weights() { return Floats(val(typed_memory_view(words_.weights.size(), words_.weights.data()))); }
  Integers first_features() { return Integers(val(typed_memory_view(words_.first.size(), words_.first.data()))); }
  void encode(const AttentionSettings& settings) { spotlight::encode(model_, words_, options(settings), encoded_); }
  Floats embedding() { return view(encoded_.embedding); }
  Floats memory() { return view(encoded_.memory); }
  Floats encoder_input(std::size_t layer) { return view(encoded_.inputs[layer]); }

  // The decoder.
  void begin_decoding(const AttentionSettings& settings) {
    decoder_ = std::make_unique<Decoder>(model_, encoded_.memory, options(settings));
  }
  /// The scores of all pieces as the next one, [vocabulary].
  Floats step(std::size_t piece) {
    const Tensor3& scores = decoder_->step(piece);
    return Floats(val(typed_memory_view(scores.size(), scores.data())));
  }
  Floats piece_embedding() { return rows(decoder_->embedding()); }
  Floats decoder_self_input(std::size_t layer) { return rows(decoder_->self_inputs(layer)); }
  Floats decoder_cross_input(std::size_t layer) { return rows(decoder_->cross_inputs(layer)); }

  // Every step of one attention, from what is written into query(), key() and value().
  void trace_encoder(std::size_t layer, const AttentionSettings& settings) {
    trace(model_.encoder[layer].self_attention, settings);
  }
  void trace_decoder(std::size_t layer, const AttentionSettings& settings) {
    trace(model_.decoder[layer].self_attention, settings);
  }
  void trace_cross(std::size_t layer, const AttentionSettings& settings) {
    trace(model_.decoder[layer].cross_attention, settings);
  }

 private:
  static Floats rows(const Rows& rows) {
    return Floats(val(typed_memory_view(rows.values.size(), rows.values.data())));
  }

  Transformer model_;
  Parameters parameters_;
  WordFeatures words_;
  Encoded encoded_;
  std::unique_ptr<Decoder> decoder_;
};

/// Numbers made in this memory for the web side: initial weights, word vectors.
class Numbers {
 public:
  explicit Numbers(std::size_t size) { values_.resize({size}); }
  Floats values() { return view(values_); }

  void fill_xavier_uniform(std::size_t fan_out, std::size_t fan_in, float gain, double seed) {
    xavier_uniform(values_.data(), fan_out, fan_in, gain, static_cast<std::uint64_t>(seed));
  }
  void fill_word(const std::string& word, std::size_t row, std::size_t embed_dim, double seed) {
    embed_word(word, static_cast<std::uint64_t>(seed), values_.data() + row * embed_dim, embed_dim);
  }
  void fill_normal(double seed) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_(i) = kernels::random_normal(static_cast<std::uint64_t>(seed), i);
    }
  }
  void add_positions(std::size_t embed_dim) {
    add_sinusoidal_positions({values_.data(), values_.size() / embed_dim, embed_dim, embed_dim});
  }

 private:
  Vector values_;  // [size]
};

/// The product of two matrices.
class MatrixProduct {
 public:
  MatrixProduct(std::size_t rows, std::size_t depth, std::size_t columns) {
    a_.resize({rows, depth});
    b_.resize({depth, columns});
    c_.resize({rows, columns});
  }
  Floats a() { return view(a_); }
  Floats b() { return view(b_); }
  void compute() { kernels::multiply(matrix(a_), matrix(b_), {c_.data(), c_.shape(0), c_.shape(1), c_.shape(1)}); }
  Floats c() { return view(c_); }

 private:
  Matrix a_, b_, c_;
};

/// Whether this memory can still give that many bytes.
bool can_allocate(double bytes) {
  if (bytes > 4e9) return false;
  void* memory = std::malloc(static_cast<std::size_t>(bytes));
  std::free(memory);
  return memory != nullptr;
}

/// Bytes that are allocated at present.
double heap_size() { return static_cast<double>(mallinfo().uordblks); }

double first_not_finite(std::uintptr_t address, std::size_t size) {
  return static_cast<double>(kernels::first_not_finite(reinterpret_cast<const float*>(address), size));
}

double first_not_addend(std::uintptr_t address, std::size_t size) {
  return static_cast<double>(kernels::first_not_addend(reinterpret_cast<const float*>(address), size));
}

}  // namespace

EMSCRIPTEN_BINDINGS(spotlight) {
  using namespace emscripten;

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
