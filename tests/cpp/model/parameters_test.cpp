#include "model/parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models.hpp"

namespace spotlight {
namespace {

TEST(Parameters, AreSetAndReadInRangesOfRows) {
  Transformer model{encoder_decoder()};
  for (const Parameter& parameter : parameters_of(model)) {
    const std::size_t rows = parameter.shape.size() == 1 ? 1 : parameter.shape[0];
    const std::size_t columns = parameter.shape.back();
    Matrix whole = Matrix::from_shape({rows, columns});
    for (std::size_t i = 0; i < whole.size(); ++i) whole.data()[i] = static_cast<float>(i);
    for (std::size_t first = 0; first < rows; first += parameter_rows) {
      const std::size_t count = std::min(parameter_rows, rows - first);
      Matrix range = Matrix::from_shape({count, columns});
      std::copy_n(whole.data() + first * columns, range.size(), range.data());
      parameter.set(first, range);
    }
    Matrix found = Matrix::from_shape({rows, columns});
    parameter.get(0, found);
    for (std::size_t i = 0; i < whole.size(); ++i) ASSERT_EQ(found.data()[i], whole.data()[i]) << parameter.name;
    Matrix last = Matrix::from_shape({1, columns});
    parameter.get(rows - 1, last);
    ASSERT_EQ(last(0, 0), whole(rows - 1, 0)) << parameter.name;
  }
}

TEST(Parameters, HaveTheShapesOfTheDescription) {
  Transformer model{encoder_decoder()};
  Transformer llama{decoder_only()};
  const auto shape_of = [](Transformer& of, const std::string& name) {
    for (const Parameter& parameter : parameters_of(of)) {
      if (parameter.name == name) return parameter.shape;
    }
    return std::vector<std::size_t>{};
  };
  using Shape = std::vector<std::size_t>;
  EXPECT_EQ(shape_of(model, "encoder.1.self_attention.key.weight"), (Shape{24, 24}));
  EXPECT_EQ(shape_of(model, "decoder.0.cross_attention.output.bias"), (Shape{24}));
  EXPECT_EQ(shape_of(model, "decoder.1.feed_forward.linear1.weight"), (Shape{40, 24}));
  EXPECT_EQ(shape_of(model, "output.bias"), (Shape{17}));
  EXPECT_EQ(shape_of(llama, "decoder.1.self_attention.query.weight"), (Shape{40, 24}));
  EXPECT_EQ(shape_of(llama, "decoder.1.self_attention.key.weight"), (Shape{20, 24}));
  EXPECT_EQ(shape_of(llama, "decoder.1.self_attention.output.weight"), (Shape{24, 40}));
  EXPECT_EQ(shape_of(llama, "decoder.1.feed_forward.up.weight"), (Shape{40, 24}));
  EXPECT_EQ(shape_of(llama, "decoder.final_norm.weight"), (Shape{24}));
  for (const char* absent : {"encoder.tokens.weight", "decoder.1.self_attention.query.bias", "output.bias",
                             "decoder.final_norm.bias", "decoder.positions.weight"}) {
    EXPECT_EQ(shape_of(llama, absent), Shape{}) << absent;
  }
}

}  // namespace
}  // namespace spotlight
