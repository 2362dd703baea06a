// Steps of a model, that is its activations, such as scores or residual streams: which ones exist, how they add up, and
// what replacing one changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../models.hpp"
#include "model/decoder.hpp"
#include "model/encoder.hpp"
#include "model/interventions/stack_options.hpp"
#include "model/output.hpp"
#include "model/step_table.hpp"

namespace spotlight {
namespace {

/// Description of a model like BART: post-norm, learned positions and an embedding norm.
TransformerDescription post_norm() {
  TransformerDescription description = encoder_decoder();
  for (StackDescription* stack : {&description.encoder, &description.decoder}) {
    stack->norm_first = stack->has_final_norm = false;
    stack->has_embedding_norm = true;
    stack->positions = Positions::learned;
    stack->max_positions = 20;
  }
  return description;
}

/// Description of a model like Gemma 2, with output norms, capped scores and logits, and windows, and with the distance
/// bias of T5.
TransformerDescription capped_decoder() {
  TransformerDescription description = decoder_only();
  StackDescription& decoder = description.decoder;
  decoder.has_output_norms = decoder.has_query_key_norm = true;
  decoder.score_softcap = 2.0F;
  decoder.logit_softcap = 3.0F;
  decoder.bias_distances = 9;
  decoder.local_layers = {0, 1};
  decoder.window = 3;
  return description;
}

std::vector<TransformerDescription> all_descriptions() {
  return {encoder_decoder(), decoder_only(), parallel_decoder(), post_norm(), capped_decoder()};
}

using Key = std::pair<std::pair<int, std::size_t>, Step>;
Key key_of(Place place, Step step) { return {{static_cast<int>(place.attention), place.layer}, step}; }

class Recorder : public StepHook {
 public:
  bool wants(Place, Step step) const override { return step != Step::none; }
  void mark_heads(Place, StepRange, std::span<std::uint8_t> is_wanted) const override {
    std::ranges::fill(is_wanted, 1);
  }
  void on(Place place, Step step, const StepView& view) override {
    Tensor3& copy = steps[key_of(place, step)];
    const std::size_t heads = view.first_head + view.heads;
    Tensor3 grown = Tensor3::from_shape({heads, view.rows, view.columns});
    std::copy_n(copy.data(), std::min(copy.size(), grown.size()), grown.data());
    for (std::size_t h = 0; h < view.heads; ++h) {
      for (std::size_t i = 0; i < view.rows; ++i) {
        std::copy_n(view.row(h, i), view.columns, &grown(view.first_head + h, i, 0));
      }
    }
    copy = grown;
  }
  const Tensor3& operator()(Attention attention, std::size_t layer, Step step) const {
    return steps.at(key_of({attention, layer}, step));
  }
  std::map<Key, Tensor3> steps;
};

TokenFeatures some_tokens(std::size_t count) {
  std::vector<std::int32_t> rows(count);
  for (std::size_t i = 0; i < count; ++i) rows[i] = static_cast<std::int32_t>(i * i % 13);
  return features_of(rows);
}

void record(const Transformer& model, Recorder& recorder) {
  constexpr std::size_t tokens = 6;
  BlockScratch scratch;
  Tensor3 encoded, output, logits;
  for (const Attention self : {Attention::encoder, Attention::decoder}) {
    const bool is_decoder = self == Attention::decoder;
    const StackDescription& description = is_decoder ? model.description.decoder : model.description.encoder;
    const Stack& stack = is_decoder ? model.decoder : model.encoder;
    if (stack.blocks.empty()) continue;
    const Probe around(&recorder, {self, Place::around_layers});
    Tensor3 x;
    embed_tokens(description, stack, some_tokens(tokens), {.probe = around}, x);
    for (std::size_t l = 0; l < stack.blocks.size(); ++l) {
      BlockOptions options;
      options.self.default_options.mask.is_causal = is_decoder;
      options.self.probe = {&recorder, {self, l}};
      options.cross.probe = {&recorder, {Attention::cross, l}};
      StepScope{.probe = options.self.probe}.on(Step::residual_pre, x);
      block_forward(stack.blocks[l], &encoded, options, scratch, x);
    }
    finish_stack(description, stack, {.probe = around}, x, is_decoder ? output : encoded);
    if (is_decoder) project_logits(model, {.probe = around}, output, logits);
  }
}

void expect_close(const Tensor3& a, const Tensor3& b) {
  ASSERT_EQ(a.shape(), b.shape());
  const float largest = xt::amax(xt::abs(b))();
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a.data()[i], b.data()[i], 1e-5F * largest) << "at " << i;
}

TEST(ModelSteps, AreThoseThatTheTableNames) {
  for (const TransformerDescription& description : all_descriptions()) {
    Transformer model{description};
    fill_randomly(model);
    Recorder recorder;
    record(model, recorder);
    std::size_t named = 0;
    for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
      for (const std::size_t layer : {Place::around_layers, std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
        for (const StepInfo& info : step_table()) {
          if (!has_step(description, {attention, layer}, info.step)) continue;
          EXPECT_TRUE(recorder.steps.contains(key_of({attention, layer}, info.step))) << info.name;
          ++named;
        }
      }
    }
    EXPECT_GT(named, 40U);
  }
}

TEST(ModelSteps, SumUp) {
  for (const TransformerDescription& description : all_descriptions()) {
    Transformer model{description};
    fill_randomly(model);
    Recorder steps;
    record(model, steps);
    for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
      if (!has_step(description, {attention, 1}, Step::head_result)) continue;
      const Stack& stack = model.stack(attention);
      const Block& block = stack.blocks[1];
      const Linear& linear = attention == Attention::cross ? block.cross_attention.output : block.self_attention.output;
      const Tensor3& results = steps(attention, 1, Step::head_result);
      Tensor3 sum = xt::expand_dims(xt::sum(results, {0}), 0);
      if (linear.bias.size() > 0) sum += linear.bias;
      expect_close(sum, steps(attention, 1, Step::attention_projection));
      if (attention == Attention::cross) continue;

      Tensor3 added = steps(attention, 1, Step::attention_output);
      if (block.description.norm_first) {
        added += steps(attention, 1, Step::feed_forward_output);
        if (block.description.has_cross_attention) added += steps(Attention::cross, 1, Step::attention_output);
        expect_close(added + steps(attention, 1, Step::residual_pre), steps(attention, 1, Step::residual_post));
      } else {
        expect_close(added + steps(attention, 1, Step::residual_pre), steps(attention, 1, Step::residual_mid));
      }
      const Tensor3& normalized = steps(attention, 1, Step::attention_normalized);
      const Tensor3 input =
          steps(attention, 1, block.description.norm_first ? Step::attention_input : Step::attention_norm);
      Tensor3 weighted = normalized * block.self_attention_norm.weight;
      if (block.self_attention_norm.kind == Norm::Kind::layer) weighted += block.self_attention_norm.bias;
      expect_close(weighted, input);
    }
  }
}

/// Logits of a text of `tokens` tokens, of which the decoder gets `at_once` at a time.
std::vector<float> logits_of(const Transformer& model, Interventions& interventions, const Tensor3* encoded,
                             std::size_t tokens, std::size_t at_once) {
  const TokenFeatures text = some_tokens(tokens);
  const CrossCaches cross = cross_caches(model, encoded, interventions);
  Decoder decoder(model, cross, interventions);
  std::vector<float> all;
  for (std::size_t first = 0; first < tokens; first += at_once) {
    const std::size_t count = std::min(at_once, tokens - first);
    decoder.append(std::span(text.rows).subspan(first, count));
    const Tensor3& logits = decoder.logits(count);
    all.insert(all.end(), logits.begin(), logits.end());
  }
  return all;
}

void expect_close(const std::vector<float>& a, const std::vector<float>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 5e-5F) << "at " << i;
}

/// Adds a replacement of a step (activation) in layer 1 of the decoder or of its cross-attention.
Replacement& replace(Interventions& interventions, Attention attention, Step step, Selection selection,
                     const Tensor3& values, std::size_t entry = Replacement::each_entry) {
  return interventions.steps.add({.place = {.attention = attention, .layer = 1},
                                  .step = step,
                                  .selection = std::move(selection),
                                  .entry = entry,
                                  .values = values});
}

/// A model with random weights and, if it has an encoder, the encoder output for a text of 5 tokens.
struct RandomModel {
  explicit RandomModel(const TransformerDescription& description) : model{description} {
    fill_randomly(model);
    if (description.encoder.layers == 0) return;
    encode(model, some_tokens(5), none, encoded);
    memory = &encoded.output;
  }

  Transformer model;
  Interventions none;
  EncoderOutput encoded;
  const Tensor3* memory = nullptr;  // null if the model has no encoder
};

TEST(ModelSteps, AReplacedStepIsTheSameWithAndWithoutACache) {
  constexpr std::size_t tokens = 9;
  const Tensor3 zero = xt::zeros<float>({1, 1, 1});
  for (const TransformerDescription& description : all_descriptions()) {
    RandomModel random(description);
    auto& [model, none, encoded, memory] = random;
    const std::vector<float> baseline = logits_of(model, none, memory, tokens, tokens);
    for (const Attention attention : {Attention::decoder, Attention::cross}) {
      for (const Step step : {Step::query, Step::key, Step::value, Step::rotated_key, Step::scores, Step::scaled,
                              Step::capped, Step::biased, Step::masked, Step::weights, Step::head_output,
                              Step::head_result, Step::attention_projection, Step::attention_output, Step::residual_pre,
                              Step::attention_normalized, Step::attention_norm_scale, Step::residual_post}) {
        if (!has_step(description, {attention, 1}, step)) continue;
        for (const bool adds : {false, true}) {
          Interventions interventions;
          // Only one column of the activation is replaced: norms cancel a number that is added to all columns, and
          // softmax cancels one that is added to all keys.
          const Selection selection = {.heads = {}, .rows = {2, 3}, .columns = {0}};
          Replacement& replaced = replace(interventions, attention, step, selection,
                                          adds || step == Step::attention_norm_scale ? Tensor3(zero + 30.0F) : zero);
          replaced.adds = adds;
          const std::vector<float> whole = logits_of(model, interventions, memory, tokens, tokens);
          expect_close(logits_of(model, interventions, memory, tokens, 1), whole);
          expect_close(logits_of(model, interventions, memory, tokens, 4), whole);
          float difference = 0.0F;
          for (std::size_t i = 0; i < whole.size(); ++i) difference += std::abs(whole[i] - baseline[i]);
          if (adds) EXPECT_GT(difference, 1e-3F) << static_cast<int>(step);
          // Logits of the two tokens before the first replaced row are unchanged. An exception is cross-attention,
          // whose keys are the same for all tokens.
          if (attention == Attention::decoder) {
            const std::size_t vocabulary = description.decoder.vocabulary;
            for (std::size_t i = 0; i < 2 * vocabulary; ++i) ASSERT_NEAR(whole[i], baseline[i], 1e-5F);
          }
        }
      }
    }
  }
}

/// Fills the norm weights of a block with NaN, so that every result computed with the block is NaN.
void spoil(Block& block) {
  for (Norm* norm : {&block.self_attention_norm, &block.feed_forward_norm}) {
    norm->weight.fill(std::numeric_limits<float>::quiet_NaN());
  }
}

TEST(ModelSteps, ARunFromALayerOnComputesNoLayerBelow) {
  constexpr std::size_t tokens = 9, layer = 1;
  const Tensor3 zero = xt::zeros<float>({1, 1, 1});
  for (const TransformerDescription& description : all_descriptions()) {
    RandomModel random(description);
    auto& [model, none, encoded, memory] = random;
    Interventions interventions;
    for (const Attention attention : {Attention::encoder, Attention::decoder}) {
      replace(interventions, attention, Step::head_output, {.heads = {1}, .rows = {4}, .columns = {}}, zero);
    }
    const TokenFeatures text = some_tokens(tokens);
    EncoderOutput baseline, whole, again;
    if (memory != nullptr) {
      encode(model, text, none, baseline);
      encode(model, text, interventions, whole);
    }
    const CrossCaches unchanged = cross_caches(model, memory, none);
    const CrossCaches cross = cross_caches(model, memory, interventions);
    Decoder before(model, unchanged, none), changed(model, cross, interventions);
    before.append(text.rows);
    changed.append(text.rows);
    const Tensor3 expected = changed.logits(tokens);
    Tensor3 x = Tensor3::from_shape({1, tokens, description.embed_dim});
    std::ranges::copy(before.residuals()[layer].values, x.begin());

    for (Stack* stack : {&model.encoder, &model.decoder}) {
      for (std::size_t l = 0; l < std::min(layer, stack->blocks.size()); ++l) spoil(stack->blocks[l]);
    }
    if (memory != nullptr) {
      encode_from(model, layer, baseline.residuals[layer], interventions, again);
      EXPECT_EQ(again.output, whole.output);
    }
    const CrossCaches cross_again = cross_caches(model, memory, interventions);
    Decoder decoder(model, cross_again, interventions);
    decoder.append_from(layer, x);
    EXPECT_EQ(decoder.logits(tokens), expected);
    before.append(text.rows);
    EXPECT_TRUE(std::isnan(before.logits()(0, 0, 0)));
  }
}

TEST(ModelSteps, AttentionsAreChangedInTheirScopeOnly) {
  constexpr std::size_t tokens = 7;
  for (const TransformerDescription& description : all_descriptions()) {
    RandomModel random(description);
    auto& [model, none, encoded, memory] = random;
    // Blocking a pair in one head is the same as setting its score in that head to −∞.
    Interventions blocked, replaced;
    AttentionIntervention& intervention = blocked.of(Attention::decoder);
    intervention.layer = intervention.head = 1;
    intervention.blocked_pairs = {5, 4, 3, 0};
    intervention.blocked_keys = {1};
    const Tensor3 masked = xt::zeros<float>({1, 1, 1}) - std::numeric_limits<float>::infinity();
    for (const auto& [query, key] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{{5, 4}, {3, 0}}) {
      replace(replaced, Attention::decoder, Step::masked, {.heads = {1}, .rows = {query}, .columns = {key}}, masked);
    }
    replace(replaced, Attention::decoder, Step::masked, {.heads = {1}, .rows = {}, .columns = {1}}, masked);
    const std::vector<float> whole = logits_of(model, blocked, memory, tokens, tokens);
    expect_close(whole, logits_of(model, replaced, memory, tokens, tokens));
    expect_close(whole, logits_of(model, blocked, memory, tokens, 1));
    expect_close(whole, logits_of(model, blocked, memory, tokens, 3));
    EXPECT_NE(whole, logits_of(model, none, memory, tokens, tokens));
  }
}

TEST(ModelSteps, ABatchBeginsOnlyWhereItsEntriesAreComputedByThemselves) {
  StepInterventions steps;
  EXPECT_THROW(steps.add({.place = {}, .step = Step::feed_forward_pre, .selection = {}, .entry = 1, .values = {}}),
               std::invalid_argument);
  EXPECT_NO_THROW(steps.add({.place = {}, .step = Step::head_output, .selection = {}, .entry = 1, .values = {}}));
}

Tensor3 rows_of_entry_from(const Tensor3& x, std::size_t entry, std::size_t first, std::size_t count) {
  Tensor3 rows = Tensor3::from_shape({1, count, x.shape(2)});
  std::copy_n(&x(entry, first, 0), rows.size(), rows.begin());
  return rows;
}

/// Output of the decoder's layer 1 for the residual stream x before it.
Tensor3 layer_of(const Transformer& model, Interventions& interventions, const Tensor3* memory, Tensor3 x,
                 std::optional<std::size_t> position) {
  const StackOptions options(model, interventions, Attention::decoder,
                             {.first = position.value_or(0), .queries = position ? 1 : x.shape(1), .keys = x.shape(1)});
  BlockScratch scratch;
  StepScope{.probe = interventions.probe(Attention::decoder, 1)}.on(Step::residual_pre, x);
  block_forward(model.decoder.blocks[1], memory, options.of_layer(1), scratch, x, position);
  return x;
}

TEST(ModelSteps, EntriesOfABatchAreAsIfEachWereByItself) {
  constexpr std::size_t tokens = 9, position = 6;
  const Tensor3 addend = xt::zeros<float>({1, 1, 1}) + 0.5F;
  const auto steps = {Step::residual_pre,
                      Step::query,
                      Step::key,
                      Step::value,
                      Step::weights,
                      Step::head_output,
                      Step::attention_output,
                      Step::feed_forward_output};
  for (const TransformerDescription& description : all_descriptions()) {
    RandomModel random(description);
    auto& [model, none, encoded, memory] = random;
    Recorder recorder;
    record(model, recorder);
    Tensor3 x = xt::zeros<float>({std::size_t{1}, tokens, description.embed_dim});
    const Tensor3& recorded = recorder(Attention::decoder, 1, Step::residual_pre);
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = recorded.data()[i % recorded.size()];
    // Adds the replacements that apply to all batch entries; those of single entries are added later.
    const auto begin = [&](Interventions& interventions) {
      replace(interventions, Attention::decoder, Step::head_result, {.heads = {0}, .rows = {5}, .columns = {}}, addend);
      replace(interventions, Attention::decoder, Step::attention_norm_scale, {}, addend).adds = true;
    };
    Interventions all;
    begin(all);
    std::vector<Tensor3> alone, alone_at;
    for (const Attention attention : {Attention::decoder, Attention::cross}) {
      for (const Step step : steps) {
        if (!has_step(description, {attention, 1}, step)) continue;
        Interventions one;
        begin(one);
        for (Interventions* interventions : {&one, &all}) {
          const std::size_t entry = interventions == &all ? alone.size() : Replacement::each_entry;
          const Selection selection = {.heads = {}, .rows = {2, 4}, .columns = {0}};
          replace(*interventions, attention, step, selection, addend, entry).adds = true;
        }
        alone.push_back(layer_of(model, one, memory, x, std::nullopt));
        alone_at.push_back(layer_of(model, one, memory, x, position));
      }
    }
    ASSERT_GE(alone.size(), 7U);
    const Tensor3 batch = layer_of(model, all, memory, x, std::nullopt);
    const Tensor3 batch_at = layer_of(model, all, memory, x, position);
    ASSERT_EQ(batch.shape(0), alone.size());
    ASSERT_EQ(batch_at.shape(1), 1U);
    for (std::size_t b = 0; b < alone.size(); ++b) {
      expect_close(rows_of_entry_from(batch, b, 0, tokens), alone[b]);
      expect_close(rows_of_entry_from(batch, b, position, 1), alone_at[b]);
      expect_close(rows_of_entry_from(batch_at, b, 0, 1), alone_at[b]);
    }
    EXPECT_GT(xt::amax(xt::abs(alone.front() - alone.back()))(), 1e-3F);
  }
}

TEST(ModelSteps, AreReadInPart) {
  Transformer model{capped_decoder()};
  fill_randomly(model);
  Recorder steps;
  record(model, steps);
  StepInterventions interventions;
  interventions.read({Attention::decoder, 1}, Step::weights, {.heads = {0, 3}, .rows = {4}, .columns = {}}, {2, 1, 6});
  BlockOptions options;
  options.self.default_options.mask.is_causal = true;
  options.self.probe = {&interventions, {Attention::decoder, 1}};
  BlockScratch scratch;
  Tensor3 x = steps(Attention::decoder, 1, Step::residual_pre);
  block_forward(model.decoder.blocks[1], nullptr, options, scratch, x);
  const Tensor3& all = steps(Attention::decoder, 1, Step::weights);
  for (std::size_t c = 0; c < 6; ++c) {
    EXPECT_NEAR(interventions.result()(0, 0, c), all(0, 4, c), 1e-6F);
    EXPECT_NEAR(interventions.result()(1, 0, c), all(3, 4, c), 1e-6F);
  }
}

}  // namespace
}  // namespace spotlight
