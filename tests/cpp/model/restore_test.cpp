// A decoder that is restored from residual streams continues bit-identically to the decoder that computed them.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../models.hpp"
#include "../random_numbers.hpp"
#include "model/decoder.hpp"

namespace spotlight {
namespace {

constexpr std::size_t tokens = 150;  // several blocks of queries and of keys

struct Case {
  const char* name;
  TransformerDescription description;
};

/// Description of a decoder whose first layer has a window of 70 tokens, which ends within a block of keys, and whose
/// second layer has none.
TransformerDescription windowed_decoder() {
  TransformerDescription description = decoder_only();
  description.decoder.local_layers = "\1";
  description.decoder.window = 70;
  description.decoder.local_theta = 500.0;
  return description;
}

TransformerDescription post_norm_decoder() {
  TransformerDescription description = encoder_decoder();
  description.decoder.positions = Positions::learned;
  description.decoder.max_positions = tokens;
  description.decoder.norm_first = false;
  return description;
}

std::vector<Case> all_cases() {
  return {{"sinusoids and cross-attention", encoder_decoder()},
          {"post-norm", post_norm_decoder()},
          {"rotary, grouped queries", decoder_only()},
          {"windows", windowed_decoder()},
          {"norms of queries and keys, parallel layers", parallel_decoder()}};
}

Tensor3 first_rows(const RowBuffer& rows, std::size_t count) {
  Tensor3 x = Tensor3::from_shape({1, count, rows.columns});
  std::copy_n(rows.values.begin(), x.size(), x.begin());
  return x;
}

/// A model with random weights and, if it has cross-attention, the cached keys and values of an encoder output.
struct RandomModel {
  explicit RandomModel(const TransformerDescription& description) : model(description) {
    fill_randomly(model);
    const Tensor3 encoder_output = random_numbers<3>({1, 9, description.embed_dim}, 7);
    cross = cross_caches(model, &encoder_output, interventions);
    for (std::size_t i = 0; i < tokens; ++i) text.push_back(static_cast<std::int32_t>(i * i % 17));
  }
  Decoder decoder() { return {model, cross, interventions}; }

  Transformer model;
  Interventions interventions;
  CrossCaches cross;
  std::vector<std::int32_t> text;
};

/// New decoder that is restored from the residual streams of another decoder's first `prefix` tokens, from layer
/// `layer` on.
Decoder restored(RandomModel& random, const Decoder& from, std::size_t layer, std::size_t prefix) {
  Decoder decoder = random.decoder();
  for (std::size_t l = layer; l < from.residuals().size(); ++l) {
    decoder.restore(l, first_rows(from.residuals()[l], prefix));
  }
  return decoder;
}

TEST(Restored, DecodersGoOnAsIfTheyHadComputedThePrefix) {
  for (const auto& [name, description] : all_cases()) {
    RandomModel random(description);
    const std::span<const std::int32_t> text = random.text;
    for (const std::size_t prefix : {1U, 5U, 64U, 91U}) {
      SCOPED_TRACE(std::string(name) + ", prefix of " + std::to_string(prefix));
      Decoder expected = random.decoder();
      expected.append(text.first(prefix));
      Decoder decoder = restored(random, expected, 0, prefix);
      EXPECT_EQ(decoder.decoded(), prefix);
      // The restored decoder and the original one get first one further token, then all others at once.
      for (const std::size_t end : {prefix + 1, tokens}) {
        const std::span<const std::int32_t> next = text.subspan(decoder.decoded(), end - decoder.decoded());
        EXPECT_EQ(decoder.append(next), expected.append(next));
        EXPECT_EQ(decoder.logits(next.size()), expected.logits(next.size()));
      }
      for (std::size_t l = 0; l < decoder.residuals().size(); ++l) {
        EXPECT_EQ(decoder.residuals()[l].values, expected.residuals()[l].values) << "before layer " << l;
      }
    }
  }
}

TEST(Restored, DecodersGoOnFromAnyLayer) {
  constexpr std::size_t prefix = 80, end = 100;
  for (const auto& [name, description] : all_cases()) {
    SCOPED_TRACE(name);
    RandomModel random(description);
    const std::span<const std::int32_t> text = random.text;
    Decoder expected = random.decoder();
    expected.append(text.first(prefix));
    expected.append(text.subspan(prefix, end - prefix));
    for (std::size_t layer = 0; layer < expected.residuals().size(); ++layer) {
      Decoder decoder = restored(random, expected, layer, prefix);
      const Tensor3 all = first_rows(expected.residuals()[layer], end);
      Tensor3 rest = Tensor3::from_shape({1, end - prefix, all.shape(2)});
      std::copy_n(&all(0, prefix, 0), rest.size(), rest.data());
      decoder.append_from(layer, rest);
      EXPECT_EQ(decoder.logits(end - prefix), expected.logits(end - prefix)) << "layer " << layer;
    }
  }
}

TEST(Restored, DecodersForgetWhatTheyHadDecoded) {
  RandomModel random(decoder_only());
  const std::span<const std::int32_t> text = random.text;
  Decoder expected = random.decoder();
  expected.append(text.first(5));
  Decoder decoder = random.decoder();
  decoder.append(text.last(20));
  for (std::size_t l = 0; l < expected.residuals().size(); ++l) {
    decoder.restore(l, first_rows(expected.residuals()[l], 5));
  }
  EXPECT_EQ(decoder.append(text.subspan(5, 3)), expected.append(text.subspan(5, 3)));
}

TEST(Restored, WhatADecoderDoesNotHaveIsRefused) {
  RandomModel random(decoder_only());
  Decoder decoder = random.decoder();
  EXPECT_THROW(decoder.logits(), std::invalid_argument);
  decoder.append(std::span(random.text).first(3));
  EXPECT_NO_THROW(decoder.logits(3));
  EXPECT_THROW(decoder.logits(4), std::invalid_argument);
  const Tensor3 x = first_rows(decoder.residuals().back(), 3);
  EXPECT_THROW(decoder.restore(3, x), std::invalid_argument);
  EXPECT_THROW(decoder.append_from(3, x), std::invalid_argument);
  EXPECT_EQ(decoder.decoded(), 3U);
}

}  // namespace
}  // namespace spotlight
