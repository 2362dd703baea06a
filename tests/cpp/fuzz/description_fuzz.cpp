// Fuzzes models of any description (architecture and sizes), with interventions. Each model encodes a text, decodes
// several hypotheses in several calls (their logits are compared with those of a single call for all tokens),
// recomputes steps (intermediate results) from the residual stream, and traces attention. As web/engine guarantees it:
// - token ids are below the vocabulary size, and token type ids below tokenTypes;
// - with learned positions, no text is longer than the table of positions;
// - a decoding call appends at least one token, and requests logits for at most as many tokens as it appends;
// - layers and heads exist;
// - the model has the steps that are read or replaced, in the right shape;
// - blocked keys and pairs are within the sequences.
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "description.hpp"
#include "options.hpp"
#include "parameters.hpp"

#include "bindings/transformer/transformer_session.hpp"

namespace {

using namespace fuzz;  // NOLINT(google-build-using-namespace)
using spotlight::Attention;
using spotlight::StackDescription;
using spotlight::TransformerDescription;
using spotlight::bindings::InterventionSession;
using spotlight::bindings::MultiheadTensor;
using spotlight::bindings::StepSession;
using spotlight::bindings::TransformerSession;
using spotlight::bindings::TransformerTensor;

struct Described {
  explicit Described(Input& input) {
    description.embed_dim = input.size(1, 12);
    description.has_output_bias = input.flag();
    const bool has_encoder = input.flag();
    const bool has_decoder = !has_encoder || input.flag();
    if (has_encoder) draw_stack(input, description.encoder, true, false);
    if (has_decoder) draw_stack(input, description.decoder, false, has_encoder);
  }
  TransformerDescription description;
};

/// Maximum number of tokens in the test's texts for an encoder or decoder.
std::size_t most_tokens(const StackDescription& stack) {
  return stack.positions == Positions::learned ? stack.max_positions : 90;
}

class Model {
 public:
  explicit Model(Input& input) : input_(input), description_(Described(input).description), session_(description_) {
    const Magnitude magnitude = input.magnitude();
    draw_parameters(input, *session_.parameters(), magnitude);
    const StackDescription& decoder = description_.decoder;
    is_plain_ = magnitude.largest == 1.0F && decoder.epsilon == 1e-5F && decoder.score_softcap == 0.0F &&
                decoder.logit_softcap == 0.0F && std::abs(decoder.scale) <= 1.0F &&
                std::abs(decoder.embedding_scale) <= 1.0F && decoder.theta == 10000.0 && decoder.local_theta == 0.0 &&
                decoder.rotary_scaling.factor == 1.0 && decoder.rotary_scaling.magnitude == 1.0F;
  }

  void call() {
    draw_interventions();
    if (description_.encoder.layers > 0) {
      if (!encode()) return;
    }
    if (description_.decoder.layers > 0) decode();
  }

 private:
  std::span<float> numbers(TransformerTensor name) { return tensor(session_.tensors(), name); }
  std::span<std::int32_t> ids(TransformerTensor name) { return tensor<std::int32_t>(session_.tensors(), name); }

  /// Draws all interventions but replacements of activations, which are drawn with the encoder's text, since their
  /// shape depends on it.
  void draw_interventions() {
    session_.interventions.clear();
    for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
      const StackDescription& stack = description_.stack(attention);
      if (stack.layers == 0 || !input_.flag()) continue;
      InterventionSession& interventions = session_.interventions;
      if (input_.flag()) interventions.restrict_to_layer(attention, input_.size(0, stack.layers - 1));
      if (input_.flag()) interventions.restrict_to_head(attention, input_.size(0, stack.num_heads - 1));
      if (input_.flag()) interventions.set_scale(attention, static_cast<float>(input_.size(0, 3)) / 2.0F);
      if (attention == Attention::encoder && input_.flag()) interventions.mask_causally(attention);
    }
  }

  /// Draws blocked keys and blocked pairs of positions. Returns false if memory ran out; the session has then lost
  /// everything that was written to it.
  bool draw_blocked(Attention attention, std::size_t queries, std::size_t keys) {
    const std::size_t pairs = input_.size(0, 2);
    if (!has_room(input_, session_,
                  [&] { session_.interventions.resize_blocked(attention, input_.size(0, 2), pairs); }))
      return false;
    draw_ids(TransformerTensor::blocked_keys, keys);
    const std::span<std::int32_t> written = ids(TransformerTensor::blocked_pairs);
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      written[2 * pair] = static_cast<std::int32_t>(input_.size(0, queries - 1));
      written[2 * pair + 1] = static_cast<std::int32_t>(input_.size(0, keys - 1));
    }
    return true;
  }

  /// Shape [heads, rows, columns] of a step (activation) of the model; nothing for a step that this test does not know.
  std::optional<std::array<std::size_t, 3>> shape_of(Attention attention, std::size_t step, std::size_t tokens) const {
    const StackDescription& stack = description_.stack(attention);
    const std::string dimensions = StepSession::dimensions(step);
    const std::size_t head_dim = stack.head_dim;
    if (dimensions == "tokens embedDim") return {{1, tokens, description_.embed_dim}};
    if (dimensions == "tokens") return {{1, 1, tokens}};
    if (attention == Attention::cross) return std::nullopt;
    if (dimensions == "numHeads queries keys") return {{stack.num_heads, tokens, tokens}};
    if (dimensions == "numHeads tokens headDim") return {{stack.num_heads, tokens, head_dim}};
    if (dimensions == "numHeads tokens embedDim") return {{stack.num_heads, tokens, description_.embed_dim}};
    if (dimensions == "numKvHeads tokens headDim") return {{stack.num_kv_heads, tokens, head_dim}};
    if (dimensions == "tokens feedforwardDim") return {{1, tokens, stack.feedforward_dim}};
    return std::nullopt;
  }

  /// Drawn step (activation) of the model, and its shape [heads, rows, columns].
  struct Drawn {
    std::size_t step;
    std::array<std::size_t, 3> shape;
  };
  std::optional<Drawn> draw_step(Attention attention, std::size_t layer, std::size_t tokens) {
    const std::size_t step = input_.size(0, StepSession::count() - 1);
    session_.steps.select(attention, step);
    session_.steps.select_layer(layer);
    if (!session_.steps.has_selected()) return std::nullopt;
    const auto shape = shape_of(attention, step, tokens);
    if (!shape) return std::nullopt;
    return {{.step = step, .shape = *shape}};
  }

  /// Draws a replacement of an encoder activation. Returns false if memory ran out; the session has then lost
  /// everything that was written to it.
  bool draw_replacement(std::size_t tokens) {
    const std::size_t layer = input_.size(0, description_.encoder.layers - 1);
    const auto drawn = draw_step(Attention::encoder, layer, tokens);
    if (!drawn) return true;
    const auto [heads, rows, columns] = drawn->shape;
    if (!has_room(input_, session_, [&] {
          session_.steps.resize_selection(0, 0, 0);
          session_.interventions.replace(input_.flag(), heads, rows, columns);
        })) {
      session_.interventions.clear();
      return false;
    }
    Magnitude magnitude = input_.magnitude();
    magnitude.is_finite = true;
    input_.fill(numbers(TransformerTensor::replacement), magnitude);
    return true;
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
          session_.memory.resize_features(tokens, features, has_types, false);
          if (encoder.patch_dim > 0) session_.memory.resize_patches(patches);
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
      id = static_cast<std::int32_t>(spotlight::random_bits(seed, at++) % limit);
    }
  }

  /// Encodes a drawn text. Returns true if there is an encoder output and all its numbers are finite.
  bool encode() {
    const StackDescription& encoder = description_.encoder;
    const std::size_t most = most_tokens(encoder);
    const std::size_t tokens = input_.size(1, most);
    const std::size_t patches = encoder.patch_dim > 0 ? input_.size(0, most - tokens) : 0;
    if (encoder.patch_dim > 0 && patches == 0) return false;  // an image has at least one patch
    if (!write_text(tokens, patches)) return false;
    const std::size_t length = tokens + patches;
    if (!draw_blocked(Attention::encoder, length, length)) return false;
    if (input_.flag() && !draw_replacement(length)) return false;
    if (!has_room(input_, session_, [&] { session_.encoder.encode(); })) return false;
    const bool is_finite = all_finite(numbers(TransformerTensor::encoder_output));
    const std::size_t layer = input_.size(0, encoder.layers - 1);
    read(Attention::encoder, layer, length);
    trace(Attention::encoder, layer, length, length, 0);
    return is_finite;
  }

  /// Recomputes an activation of a layer from the residual stream before the layer, which the JavaScript side copies
  /// out of the session after a run and in again later.
  void read(Attention attention, std::size_t layer, std::size_t tokens) {
    const auto drawn = draw_step(attention, layer, tokens);
    if (!drawn) return;
    const Attention stack = attention == Attention::encoder ? Attention::encoder : Attention::decoder;
    const std::vector<float> residual = residual_of(stack, layer, tokens);
    if (!has_room(input_, session_, [&] { session_.memory.resize_residual(1, tokens); })) return;
    std::ranges::copy(residual, numbers(TransformerTensor::residual).begin());
    const auto [heads, rows, columns] = drawn->shape;
    has_room(input_, session_, [&] {
      session_.steps.select(attention, drawn->step);
      session_.steps.select_layer(layer);
      session_.steps.resize_selection(0, 0, 0);
      session_.recomputation.read(0, heads, rows, columns);
    });
    if (!has_room(input_, session_, [&] { session_.memory.resize_residual(2, tokens); })) return;
    for (std::size_t i = 0; i < 2; ++i) {
      std::ranges::copy(residual, numbers(TransformerTensor::residual).begin() + i * residual.size());
    }
    has_room(input_, session_, [&] {
      if (input_.flag()) return session_.recomputation.forward_layer(stack, layer);
      session_.recomputation.forward_token(stack, layer, input_.size(0, tokens - 1));
    });
  }

  std::vector<float> residual_of(Attention stack, std::size_t layer, std::size_t tokens) const {
    const std::uintptr_t address =
        stack == Attention::encoder ? session_.encoder.residual(layer) : session_.decoder.residual(layer);
    const auto* values = reinterpret_cast<const float*>(address);
    return {values, values + tokens * description_.embed_dim};
  }

  /// Traces a layer's attention from its inputs, which the JavaScript side copies out of the session after a run and in
  /// again later.
  void trace(Attention attention, std::size_t layer, std::size_t queries, std::size_t keys, std::size_t first) {
    const bool is_cross = attention == Attention::cross;
    // A previous call that ran out of memory has freed all results of the session.
    const bool is_encoder = attention == Attention::encoder;
    if (numbers(is_encoder ? TransformerTensor::encoder_output : TransformerTensor::logits).empty()) return;
    const std::size_t size = description_.embed_dim;
    const Attention stack = is_encoder ? Attention::encoder : Attention::decoder;
    const std::vector<float> inputs = residual_of(stack, layer, first + queries);
    const std::vector<float> encoded = copy(numbers(TransformerTensor::encoder_output));
    const bool key_is_query = !is_cross && first == 0 && queries == keys;
    if (!has_room(input_, session_, [&] { session_.recomputation.resize_attention(queries, keys, key_is_query); }))
      return;
    const auto write = [&](MultiheadTensor name, const float* from) {
      const std::span<float> to = tensor(session_.recomputation.attention_tensors(), name);
      std::copy_n(from, to.size(), to.begin());
    };
    write(MultiheadTensor::query, inputs.data() + first * size);
    if (!key_is_query) write(MultiheadTensor::key, is_cross ? encoded.data() : inputs.data());
    has_room(input_, session_, [&] { session_.recomputation.trace(attention, layer, first); });
  }

  void decode() {
    const StackDescription& decoder = description_.decoder;
    const std::size_t keys = description_.encoder.layers > 0 ? input_.size(1, 20) : 0;
    if (keys > 0) {
      if (!has_room(input_, session_, [&] { session_.memory.resize_encoder_output(1, keys); })) return;
      Magnitude magnitude = input_.magnitude();
      magnitude.is_finite = true;
      is_plain_ = is_plain_ && magnitude.largest <= 1.0F;
      input_.fill(numbers(TransformerTensor::encoder_output), magnitude);
    }
    if (!draw_blocked(Attention::decoder, most_tokens(decoder), most_tokens(decoder))) return;
    if (keys > 0 && !draw_blocked(Attention::cross, most_tokens(decoder), keys)) return;
    const std::size_t hypotheses = input_.size(1, 3);
    if (!has_room(input_, session_, [&] { session_.decoder.begin(hypotheses); })) return;
    std::vector<Hypothesis> all(hypotheses);
    for (int turn = 0; turn < 8 && !input_.is_empty(); ++turn) {
      const std::size_t at = input_.size(0, hypotheses - 1);
      if (input_.one_in(4)) {
        const std::size_t to = input_.size(0, hypotheses - 1);
        if (!has_room(input_, session_, [&] { session_.decoder.fork(at, to); })) return;
        all[to] = all[at];
        continue;
      }
      const std::size_t most = most_tokens(decoder) - std::min(most_tokens(decoder), all[at].ids.size());
      if (most == 0) continue;
      const std::size_t count = input_.size(1, most);
      if (!has_room(input_, session_, [&] { session_.memory.resize_target(count); })) return;
      draw_ids(TransformerTensor::target, decoder.vocabulary);
      const std::size_t logits = input_.size(1, count);
      if (!has_room(input_, session_, [&] { session_.decoder.append(at, logits); })) return;
      const auto appended = ids(TransformerTensor::target);
      all[at].ids.insert(all[at].ids.end(), appended.begin(), appended.end());
      all[at].logits = copy(numbers(TransformerTensor::logits));
    }
    trace_decoder(all[0].ids.size(), keys);
    if (is_plain_) compare_with_one_pass(all[input_.size(0, hypotheses - 1)]);
  }

  /// Hypothesis of a beam search: its tokens, and the logits of its last call.
  struct Hypothesis {
    std::vector<std::int32_t> ids;
    std::vector<float> logits;
  };

  void compare_with_one_pass(const Hypothesis& hypothesis) {
    // A previous call that ran out of memory has freed the encoder output and the logits.
    if (hypothesis.ids.empty() || numbers(TransformerTensor::logits).empty()) return;
    session_.decoder.begin(1);
    session_.memory.resize_target(hypothesis.ids.size());
    std::ranges::copy(hypothesis.ids, ids(TransformerTensor::target).begin());
    session_.decoder.append(0, hypothesis.logits.size() / description_.decoder.vocabulary);
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
    if (numbers(TransformerTensor::logits).empty()) return;  // freed by a call that ran out of memory
    read(Attention::decoder, layer, length);
    if (decoder.has_cross_attention && input_.flag()) {
      trace(Attention::cross, layer, length - first, keys, first);
    } else {
      trace(Attention::decoder, layer, length - first, length, first);
    }
  }

  Input& input_;
  TransformerDescription description_;
  TransformerSession session_;
  bool is_plain_ = false;  // true if rounding errors stay small with these numbers
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  Model model(input);
  for (int call = 0; call < 3 && !input.is_empty(); ++call) model.call();
  return 0;
}
