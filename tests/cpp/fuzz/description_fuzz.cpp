// Models of any description: encoding, decoding of several hypotheses in parts beside one pass, their inputs and
// traces. The web side guarantees: ids are below the vocabulary, types below tokenTypes; with learned positions no text
// is longer than their table; what is decoded has at least one token, and logits are asked of no more than the last
// call's.
#include "description.hpp"
#include "options.hpp"
#include "parameters.hpp"

#include "bindings/transformer_session.hpp"

namespace {

using namespace fuzz;  // NOLINT(google-build-using-namespace)
using spotlight::StackDescription;
using spotlight::TransformerDescription;
using spotlight::bindings::ModelAttention;
using spotlight::bindings::MultiheadTensor;
using spotlight::bindings::TransformerSession;
using spotlight::bindings::TransformerTensor;

struct Described {
  explicit Described(Input& input) : block(input.size(1, 12), input.flag()) {
    const bool has_encoder = input.flag();
    const bool has_decoder = !has_encoder || input.flag();
    if (has_encoder) draw_stack(input, block, true, false);
    if (has_decoder) draw_stack(input, block, false, has_encoder);
  }
  DescriptionBlock block;
};

/// The longest text of a stack.
std::size_t most_tokens(const StackDescription& stack) {
  return stack.positions == Positions::learned ? stack.max_positions : 90;
}

class Model {
 public:
  explicit Model(Input& input)
      : input_(input), described_(input), description_(described_.block.description()), session_(described_.block) {
    const Magnitude magnitude = input.magnitude();
    draw_parameters(input, *session_.parameters(), magnitude);
    const StackDescription& decoder = description_.decoder;
    is_plain_ = magnitude.largest == 1.0F && decoder.epsilon == 1e-5F && decoder.score_softcap == 0.0F &&
                decoder.logit_softcap == 0.0F && std::abs(decoder.scale.value_or(1.0F)) <= 1.0F &&
                std::abs(decoder.embedding_scale) <= 1.0F && decoder.theta == 10000.0 && decoder.local_theta == 0.0 &&
                decoder.rotary_scaling.factor == 1.0 && decoder.rotary_scaling.magnitude == 1.0F;
  }

  void call() {
    draw_ablations();
    if (description_.encoder.layers > 0) {
      if (!encode()) return;
    }
    if (description_.decoder.layers > 0) decode();
  }

 private:
  std::span<float> numbers(TransformerTensor name) { return tensor(session_.tensors(), name); }
  std::span<std::int32_t> ids(TransformerTensor name) { return tensor<std::int32_t>(session_.tensors(), name); }

  void draw_ablations() {
    session_.clear_ablations();
    for (std::size_t heads = input_.size(0, 2); heads > 0; --heads) {
      const bool of_encoder = description_.encoder.layers > 0 && input_.flag();
      const StackDescription& stack = of_encoder ? description_.encoder : description_.decoder;
      if (stack.layers == 0) continue;
      const auto of_decoder =
          stack.has_cross_attention && input_.flag() ? ModelAttention::cross : ModelAttention::decoder;
      session_.ablate(of_encoder ? ModelAttention::encoder : of_decoder, input_.size(0, stack.layers - 1),
                      input_.size(0, stack.num_heads - 1));
    }
  }

  bool write_text(std::size_t tokens, std::size_t patches) {
    const StackDescription& encoder = description_.encoder;
    std::vector<std::int32_t> offsets = {0};
    for (std::size_t i = 0; i < tokens; ++i) {
      offsets.push_back(offsets.back() + static_cast<std::int32_t>(input_.one_in(4) ? input_.size(0, 3) : 1));
    }
    const auto features = static_cast<std::size_t>(offsets.back());
    const bool has_types = encoder.token_types > 0 && input_.flag();
    if (!has_room(input_, session_, [&] {
          session_.resize_features(tokens, features, has_types);
          if (encoder.patch_dim > 0) session_.resize_patches(patches);
        })) {
      return false;
    }
    std::ranges::copy(offsets, ids(TransformerTensor::feature_offsets).begin());
    draw_ids(TransformerTensor::feature_rows, encoder.vocabulary);
    draw_ids(TransformerTensor::token_types, encoder.token_types);
    Magnitude magnitude = input_.magnitude();
    magnitude.is_finite = true;
    input_.fill(numbers(TransformerTensor::feature_weights), magnitude);
    input_.fill(numbers(TransformerTensor::patches), magnitude);
    return true;
  }

  void draw_ids(TransformerTensor name, std::size_t limit) {
    const std::uint64_t seed = input_.size(0, 255);
    std::uint64_t at = 0;
    for (std::int32_t& id : ids(name)) {
      id = static_cast<std::int32_t>(spotlight::kernels::random_bits(seed, at++) % limit);
    }
  }

  /// Returns whether there is an output of finite numbers.
  bool encode() {
    const StackDescription& encoder = description_.encoder;
    const std::size_t most = most_tokens(encoder);
    const std::size_t tokens = input_.size(1, most);
    const std::size_t patches = encoder.patch_dim > 0 ? input_.size(0, most - tokens) : 0;
    if (encoder.patch_dim > 0 && patches == 0) return false;  // an image has a patch
    if (!write_text(tokens, patches)) return false;
    const std::size_t length = tokens + patches;
    draw_options(input_, *session_.options(), sizes_of(encoder, length, length));
    if (!has_room(input_, session_, [&] { session_.encode(); })) return false;
    const std::size_t layer = input_.size(0, encoder.layers - 1);
    trace(ModelAttention::encoder, layer, length, length, 0);
    return all_finite(numbers(TransformerTensor::encoder_output));
  }

  static AttentionSizes sizes_of(const StackDescription& stack, std::size_t queries, std::size_t keys) {
    return {.batch = 1, .heads = stack.num_heads, .queries = queries, .keys = keys};
  }

  /// The trace of a layer's attention from its inputs, which the web side copies out and in again.
  void trace(ModelAttention attention, std::size_t layer, std::size_t queries, std::size_t keys, std::size_t first) {
    const bool is_cross = attention == ModelAttention::cross;
    if (numbers(is_cross ? TransformerTensor::encoder_output : TransformerTensor::logits).empty() &&
        attention != ModelAttention::encoder) {
      return;
    }
    const std::size_t size = description_.embed_dim;
    const auto* values = reinterpret_cast<const float*>(session_.layer_input(attention, layer));
    const std::vector<float> inputs(values, values + (first + queries) * size);
    const std::vector<float> encoded = copy(numbers(TransformerTensor::encoder_output));
    const bool key_is_query = !is_cross && first == 0 && queries == keys;
    if (!has_room(input_, session_, [&] { session_.resize_attention(queries, keys, key_is_query); })) return;
    const auto write = [&](MultiheadTensor name, const float* from) {
      const std::span<float> to = tensor(session_.attention_tensors(), name);
      std::copy_n(from, to.size(), to.begin());
    };
    write(MultiheadTensor::query, inputs.data() + first * size);
    if (!key_is_query) write(MultiheadTensor::key, is_cross ? encoded.data() : inputs.data());
    if (attention != ModelAttention::encoder) write_defaults(*session_.options());
    has_room(input_, session_, [&] { session_.trace(attention, layer, first); });
  }

  void decode() {
    const StackDescription& decoder = description_.decoder;
    const std::size_t keys = description_.encoder.layers > 0 ? input_.size(1, 20) : 0;
    if (keys > 0) {
      if (!has_room(input_, session_, [&] { session_.resize_encoder_output(keys); })) return;
      Magnitude magnitude = input_.magnitude();
      magnitude.is_finite = true;
      is_plain_ = is_plain_ && magnitude.largest <= 1.0F;
      input_.fill(numbers(TransformerTensor::encoder_output), magnitude);
    }
    // As of one query at the last key: web/engine/model/attention-input.ts
    write_defaults(*session_.options());
    draw_options(input_, *session_.cross_options(), sizes_of(decoder, 1, std::max<std::size_t>(keys, 1)));
    OptionWriter(*session_.cross_options()).number("dropoutP", 0.0);
    const std::size_t hypotheses = input_.size(1, 3);
    if (!has_room(input_, session_, [&] { session_.begin_decoding(hypotheses); })) return;
    std::vector<Hypothesis> all(hypotheses);
    for (int turn = 0; turn < 8 && !input_.is_empty(); ++turn) {
      const std::size_t at = input_.size(0, hypotheses - 1);
      if (input_.one_in(4)) {
        const std::size_t to = input_.size(0, hypotheses - 1);
        if (!has_room(input_, session_, [&] { session_.fork_hypothesis(at, to); })) return;
        all[to] = all[at];
        continue;
      }
      const std::size_t most = most_tokens(decoder) - std::min(most_tokens(decoder), all[at].ids.size());
      if (most == 0) continue;
      const std::size_t count = input_.size(1, most);
      if (!has_room(input_, session_, [&] { session_.resize_target(count); })) return;
      draw_ids(TransformerTensor::target, decoder.vocabulary);
      const std::size_t logits = input_.size(1, count);
      if (!has_room(input_, session_, [&] { session_.append(at, logits); })) return;
      const auto appended = ids(TransformerTensor::target);
      all[at].ids.insert(all[at].ids.end(), appended.begin(), appended.end());
      all[at].logits = copy(numbers(TransformerTensor::logits));
    }
    trace_decoder(all[0].ids.size(), keys);
    if (is_plain_) compare_with_one_pass(all[input_.size(0, hypotheses - 1)]);
  }

  /// One of a beam search: its tokens, and the logits that its last call gave.
  struct Hypothesis {
    std::vector<std::int32_t> ids;
    std::vector<float> logits;
  };

  void compare_with_one_pass(const Hypothesis& hypothesis) {
    // A call without room has released the encoder's output.
    if (hypothesis.ids.empty() || numbers(TransformerTensor::logits).empty()) return;
    write_defaults(*session_.options());
    session_.begin_decoding(1);
    session_.resize_target(hypothesis.ids.size());
    std::ranges::copy(hypothesis.ids, ids(TransformerTensor::target).begin());
    session_.append(0, hypothesis.logits.size() / description_.decoder.vocabulary);
    const auto logits = numbers(TransformerTensor::logits);
    double largest = 1.0;
    for (const float logit : logits) largest = std::max(largest, std::abs(static_cast<double>(logit)));
    expect_close(hypothesis.logits, logits, 2e-2 * largest, "decoding in parts computes what one pass does");
  }

  void trace_decoder(std::size_t length, std::size_t keys) {
    const StackDescription& decoder = description_.decoder;
    if (length == 0) return;
    const std::size_t layer = input_.size(0, decoder.layers - 1);
    const std::size_t first = input_.size(0, length - 1);
    if (decoder.has_cross_attention && input_.flag()) {
      trace(ModelAttention::cross, layer, length - first, keys, first);
    } else {
      trace(ModelAttention::decoder, layer, length - first, length, first);
    }
  }

  Input& input_;
  Described described_;
  const TransformerDescription& description_;
  TransformerSession session_;
  bool is_plain_ = false;  // whether its numbers are such that rounding stays small
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  Model model(input);
  for (int call = 0; call < 3 && !input.is_empty(); ++call) model.call();
  return 0;
}
