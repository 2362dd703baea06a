// Out-of-memory errors in layers and models, tested as in ../attention/memory_test.cpp.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "../failing_allocator.hpp"

#include "../models.hpp"
#include "../random_numbers.hpp"
#include "../sequences.hpp"
#include "model/decoder.hpp"
#include "model/encoder.hpp"
#include "model/interventions/interventions.hpp"

namespace spotlight {
namespace {

StackDescription small_stack(FeedForwardActivation activation, bool is_modern) {
  StackDescription stack = {.layers = 2,
                            .vocabulary = 7,
                            .positions = is_modern ? Positions::rotary_pairs : Positions::learned,
                            .max_positions = 30,
                            .rotary_dim = 2,
                            .num_heads = 2,
                            .num_kv_heads = is_modern ? 1U : 2U,
                            .head_dim = 4,
                            .feedforward_dim = 12,
                            .activation = activation,
                            .is_gated = is_modern};
  stack.has_embedding_norm = !is_modern;
  return stack;
}

Block random_block(FeedForwardActivation activation, bool is_modern = false) {
  StackDescription stack = small_stack(activation, is_modern);
  stack.has_cross_attention = true;
  Block block = make_block(stack);
  fill_randomly(parameters_of(embed_dim, block));
  return block;
}

TransformerDescription description_of(bool has_encoder) {
  const StackDescription stack = small_stack(FeedForwardActivation::relu, !has_encoder);
  TransformerDescription description = {.embed_dim = embed_dim, .encoder = {}, .decoder = stack};
  description.decoder.has_cross_attention = has_encoder;
  if (has_encoder) description.encoder = stack;
  return description;
}

TEST(ModelMemory, LayersAreSafe) {
  struct Kept {
    BlockScratch scratch;
    Tensor3 x;
  };
  for (const bool is_modern : {false, true}) {
    for (const bool norm_first : {false, true}) {
      Block block = random_block(FeedForwardActivation::gelu, is_modern);
      block.description.norm_first = norm_first;
      expect_safe(computation<Kept>([&block](Kept& kept, Size size) {
        const Tensor3& x = sequence(size);
        assign(kept.x, "x", x);
        block_forward(block, &x, {}, kept.scratch, kept.x);
        return numbers_of(kept.x);
      }));
    }
  }
}

// A decoding step that fails does not become part of the sequence: the steps before and after it give the same results
// as without it.
TEST(ModelMemory, AFailedStepStaysOutOfTheCache) {
  const Block block = random_block(FeedForwardActivation::relu);
  const Tensor3 encoder_output = sequence(Size::small, 1);
  const auto vector_of = [](std::uint64_t seed) { return random_numbers<3>({1, 1, embed_dim}, seed); };
  const Tensor3 vectors[] = {vector_of(1), vector_of(2), vector_of(3)};
  std::vector<std::vector<float>> expected;
  long failures = 0;
  for (long n = -1; n <= failures; ++n) {  // with −1, no allocation fails
    SCOPED_TRACE("allocation " + std::to_string(n));
    CrossCache cross;
    BlockCache cache;
    BlockScratch scratch;
    init_cache(block, &encoder_output, cross);
    for (std::size_t step = 0; step < std::size(vectors); ++step) {
      Tensor3 x;
      const auto decode = [&] {
        assign(x, "x", vectors[step]);
        block_decode(block, {}, cross, cache, scratch, x);
      };
      try {
        if (step == 1) remaining_allocations = n;
        decode();
        remaining_allocations = -1;
      } catch (const std::bad_alloc&) {
        remaining_allocations = -1;
        ++failures;
        decode();
      }
      if (n < 0) expected.push_back(numbers_of(x));
      ASSERT_EQ(numbers_of(x), expected[step]);
    }
  }
  EXPECT_GE(failures, 3);  // at least those of x, of the keys and of the values
}

TEST(ModelMemory, ModelsAreSafe) {
  struct Kept {
    TokenFeatures tokens;
    Interventions interventions;
    EncoderOutput encoded;
  };
  for (const bool has_encoder : {false, true}) {
    Transformer model(description_of(has_encoder));
    fill_randomly(model);
    expect_safe(computation<Kept>([&model, has_encoder](Kept& kept, Size size) {
      const std::size_t count = size == Size::small ? 2 : 9;
      kept.tokens.offsets.assign(count + 1, 0);
      for (std::size_t i = 0; i <= count; ++i) kept.tokens.offsets[i] = static_cast<std::int32_t>(i);
      kept.tokens.rows.assign(count, 3);
      kept.tokens.weights.assign(count, 0.5F);
      std::vector<float> numbers;
      if (has_encoder) {
        encode(model, kept.tokens, kept.interventions, kept.encoded);
        numbers = numbers_of(kept.encoded.residuals[1], kept.encoded.output);
      }
      const CrossCaches cross = cross_caches(model, has_encoder ? &kept.encoded.output : nullptr, kept.interventions);
      Decoder decoder(model, cross, kept.interventions);
      append(numbers, decoder.append(kept.tokens.rows));
      append(numbers, decoder.logits(count));
      return numbers;
    }));
  }
}

TEST(ModelMemory, SettingParametersIsSafe) {
  struct Kept {
    std::unique_ptr<Block> block;
    BlockScratch scratch;
  };
  expect_safe(computation<Kept>([](Kept& kept, Size size) {
    kept.block = std::make_unique<Block>(random_block(FeedForwardActivation::silu, size == Size::large));
    Tensor3 x = sequence(size, 1);
    block_forward(*kept.block, &x, {}, kept.scratch, x);
    return numbers_of(x);
  }));
}

TEST(ModelMemory, TokensThatFailAreNotDecoded) {
  using Tokens = std::vector<std::int32_t>;
  const Tensor3 encoder_output = sequence(Size::large, 1);
  for (const bool has_encoder : {false, true}) {
    Transformer model(description_of(has_encoder));
    fill_randomly(model);
    std::vector<float> expected;
    long failures = 0;
    for (long n = -1; n <= failures; ++n) {  // with −1, no allocation fails
      SCOPED_TRACE("allocation " + std::to_string(n));
      Interventions interventions;
      const CrossCaches cross = cross_caches(model, has_encoder ? &encoder_output : nullptr, interventions);
      Decoder decoder(model, cross, interventions);
      decoder.append(Tokens{1});
      const Tokens next = {2, 4, 1};
      try {
        remaining_allocations = n;
        decoder.append(next);
        remaining_allocations = -1;
      } catch (const std::bad_alloc&) {
        remaining_allocations = -1;
        ++failures;
        decoder.append(next);
      }
      const Tensor3& output = decoder.append(Tokens{3});
      std::vector<float> numbers = numbers_of(output, decoder.logits());
      ASSERT_EQ(decoder.decoded(), 5U);
      for (const RowBuffer& rows : decoder.residuals()) {
        numbers.insert(numbers.end(), rows.values.begin(), rows.values.end());
      }
      if (n < 0) expected = numbers;
      ASSERT_EQ(numbers, expected);
    }
    EXPECT_GE(failures, 3);  // at least those of the tokens, and of a layer's keys and values
  }
}

TEST(ModelMemory, HypothesesShareKeysAndValuesOfTheEncoder) {
  constexpr std::size_t encoded = 2000;
  const std::size_t cross_bytes = 2 * encoded * embed_dim * sizeof(float);  // keys and values of one layer
  Transformer model(description_of(true));
  fill_randomly(model);
  const Tensor3 encoder_output = random_numbers<3>({1, encoded, embed_dim}, 1);
  Interventions interventions;
  const CrossCaches cross = cross_caches(model, &encoder_output, interventions);
  Decoder decoder(model, cross, interventions);
  decoder.append(std::vector<std::int32_t>{1, 2});
  const std::size_t before = allocated_bytes;
  std::vector<Decoder> beams(4, decoder);
  beams[1] = beams[0];
  EXPECT_LT(allocated_bytes - before, cross_bytes);
  const std::vector<std::int32_t> next = {3};
  const auto decode = [&](Decoder& each) {
    const Tensor3& output = each.append(next);
    return numbers_of(output, each.logits());
  };
  const std::vector<float> expected = decode(decoder);
  for (Decoder& beam : beams) EXPECT_EQ(decode(beam), expected);
}

TEST(ModelMemory, MoreBlocksThanMemoryHoldsAreRefused) {
  TransformerDescription description = description_of(false);
  description.decoder.layers = std::size_t{1} << 60U;
  try {
    const Transformer model(description);
    FAIL() << "no error";
  } catch (const memory::OutOfMemory& error) {
    EXPECT_STREQ(error.what(), "the blocks");
  }
}

// Sizes whose product is 2⁶⁴, which 64-bit arithmetic would compute as 0.
TEST(ModelMemory, TheSizesOfAVectorAreCheckedBeforeTheyAreMultiplied) {
  constexpr std::size_t many = std::size_t{1} << 32U;
  AttentionIntervention intervention;
  intervention.blocked_keys = {0};
  try {
    const LayerOptions options(intervention, {}, {.first = 0, .queries = many, .keys = many});
    FAIL() << "no error";
  } catch (const memory::OutOfMemory& error) {
    EXPECT_STREQ(error.what(), "the blocked pairs");
    EXPECT_EQ(error.bytes(), 0x1p64);
  }
}

}  // namespace
}  // namespace spotlight
