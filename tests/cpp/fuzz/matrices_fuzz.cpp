// Fuzzes matrix products of any shape, with the right-hand matrix in any precision, compared with sums in double
// precision. The JavaScript side guarantees that dimensions are at least 1, and that numbers are finite (which
// MatmulSession also checks).
#include "bindings/tensors.hpp"
#include "kernels/quantized_product.hpp"
#include "parameters.hpp"

namespace {

using namespace fuzz;  // NOLINT(google-build-using-namespace)
using spotlight::Matrix;
using spotlight::matrix;
using spotlight::kernels::PackedMatrix;

Matrix draw_matrix(Input& input, std::size_t rows, std::size_t columns, Magnitude magnitude) {
  Matrix drawn;
  spotlight::allocate(drawn, "a matrix", {rows, columns});
  input.fill({drawn.data(), drawn.size()}, magnitude);
  return drawn;
}

Matrix transposed(const Matrix& from) {
  Matrix to;
  spotlight::allocate(to, "a matrix", {from.shape(1), from.shape(0)});
  for (std::size_t i = 0; i < from.shape(0); ++i) {
    for (std::size_t j = 0; j < from.shape(1); ++j) to(j, i) = from(i, j);
  }
  return to;
}

/// Expects a computed C to equal start + A·B, with an error of each number of at most `relative` times Σ |a|·|b|.
void expect_product(const Matrix& a, const Matrix& b, const Matrix& start, const Matrix& c, double relative,
                    const char* what) {
  for (std::size_t i = 0; i < c.shape(0); ++i) {
    for (std::size_t j = 0; j < c.shape(1); ++j) {
      double sum = start(i, j);
      double bound = std::abs(sum);
      for (std::size_t k = 0; k < a.shape(1); ++k) {
        const double product = static_cast<double>(a(i, k)) * static_cast<double>(b(k, j));
        sum += product;
        bound += std::abs(product);
      }
      if (bound > 1e37) continue;  // a partial sum may be beyond float32
      const double difference = std::abs(static_cast<double>(c(i, j)) - sum);
      if (difference <= relative * bound + 1e-30) continue;
      std::fprintf(stderr, "[%zu, %zu]: %.9g, expected %.9g\n", i, j, static_cast<double>(c(i, j)), sum);
      expect(false, what);
    }
  }
}

struct Sizes {
  std::size_t rows, depth, columns;
};

void products(Input& input, const Sizes& sizes) {
  Magnitude magnitude = input.magnitude();
  magnitude.is_finite = true;
  const Matrix a = draw_matrix(input, sizes.rows, sizes.depth, magnitude);
  const Matrix b = draw_matrix(input, sizes.depth, sizes.columns, magnitude);
  const Matrix zero = Matrix(std::array<std::size_t, 2>{sizes.rows, sizes.columns}, 0.0F);
  const double relative = 1.3e-7 * static_cast<double>(sizes.depth + 4);
  Matrix c = draw_matrix(input, sizes.rows, sizes.columns, magnitude);
  const Matrix start = c;
  const Matrix a_transposed = transposed(a);
  const Matrix b_transposed = transposed(b);
  switch (input.size(0, 3)) {
    case 0:
      spotlight::kernels::matmul(matrix(a), matrix(b), matrix(c));
      return expect_product(a, b, zero, c, relative, "A·B");
    case 1:
      spotlight::kernels::matmul_nt(matrix(a), matrix(b_transposed), matrix(c));
      return expect_product(a, b, zero, c, relative, "A·Bᵀ");
    case 2:
      spotlight::kernels::accumulate_matmul(matrix(a), matrix(b), matrix(c));
      return expect_product(a, b, start, c, relative, "C + A·B");
    default:
      spotlight::kernels::accumulate_matmul_tn(matrix(a_transposed), matrix(b), matrix(c));
      return expect_product(a, b, start, c, relative, "C + Aᵀ·B");
  }
}

void packed_products(Input& input, const Sizes& sizes) {
  const Precision precision = draw_precision(input);
  Magnitude magnitude = input.magnitude();
  magnitude.is_finite = true;
  const Matrix a = draw_matrix(input, sizes.rows, sizes.depth, magnitude);
  Matrix weights = draw_matrix(input, sizes.columns, sizes.depth, magnitude);
  round_to(precision, {weights.data(), weights.size()});
  PackedMatrix packed;
  packed.keep_as(precision);
  packed.pack_transposed(matrix(std::as_const(weights)));
  Matrix kept = weights;
  packed.unpack_transposed(matrix(kept));
  Matrix c = draw_matrix(input, sizes.rows, sizes.columns, magnitude);
  const Matrix before = c;
  const bool has_bias = input.flag();
  const Matrix bias = draw_matrix(input, 1, sizes.columns, magnitude);
  const bool accumulates = input.one_in(3) && precision == Precision::float32;
  if (accumulates) {
    spotlight::kernels::accumulate_matmul(matrix(a), packed, matrix(c));
  } else {
    spotlight::kernels::matmul(matrix(a), packed, has_bias ? bias.data() : nullptr, matrix(c));
  }
  Matrix start = before;
  for (std::size_t i = 0; !accumulates && i < start.size(); ++i) {
    start.data()[i] = has_bias ? bias(0, i % sizes.columns) : 0.0F;
  }
  // Products with int8 are not compared: rows of A are quantized to 14 bits, and the error, half of 1/8,191 of the
  // row's maximum per number, may exceed the product.
  if (precision == Precision::int8) return;
  expect_product(a, transposed(kept), start, c, 1.3e-7 * static_cast<double>(sizes.depth + 4),
                 "a product with what is packed");
}

/// Multiplies by a matrix of GGUF blocks, whose bytes are arbitrary except that scales are finite.
void block_products(Input& input, Sizes sizes) {
  const Precision precision = input.pick({Precision::q4_0, Precision::q4_1, Precision::q5_0, Precision::q5_1,
                                          Precision::q8_0, Precision::q4_k, Precision::q5_k, Precision::q6_k});
  const spotlight::kernels::BlockFormat& format = *spotlight::kernels::block_format_of(precision);
  const std::size_t blocks = input.size(1, 4);
  sizes.depth = blocks * format.numbers;
  std::vector<std::uint8_t> bytes(sizes.columns * blocks * format.file_bytes);
  const std::uint64_t seed = input.bits();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(spotlight::random_bits(seed, i) >> 8U);
  }
  for (std::size_t places = input.size(0, 20); places > 0; --places) {
    bytes[input.size(0, bytes.size() - 1)] = static_cast<std::uint8_t>(input.size(0, 255));
  }
  if (input.flag()) {  // scales up to 2: the others are rarely all finite
    const bool is_last = precision == Precision::q6_k;
    for (std::size_t block = 0; block < bytes.size(); block += format.file_bytes) {
      std::uint8_t* scale = bytes.data() + block + (is_last ? format.file_bytes - 2 : 0);
      scale[1] &= 0xBFU;
      if (format.has_minimum) scale[3] &= 0xBFU;
    }
  }
  PackedMatrix packed;
  packed.keep_as(precision);
  packed.resize(sizes.depth, sizes.columns, "weights");
  if (!packed.pack_blocks(0, bytes.data(), sizes.columns)) return;
  Matrix kept;
  spotlight::allocate(kept, "a matrix", {sizes.columns, sizes.depth});
  packed.unpack_transposed(matrix(kept));
  Magnitude magnitude = input.magnitude();
  magnitude.is_finite = true;
  magnitude.largest = std::min(magnitude.largest, 1e30F);  // products with integers come before those with scales
  const Matrix a = draw_matrix(input, sizes.rows, sizes.depth, magnitude);
  const Matrix zero = Matrix(std::array<std::size_t, 2>{sizes.rows, sizes.columns}, 0.0F);
  Matrix c = zero;
  spotlight::kernels::matmul(matrix(a), packed, nullptr, matrix(c));
  expect_product(a, transposed(kept), zero, c, 1.3e-7 * static_cast<double>(sizes.depth + 4), "a product with blocks");
}

/// Checks that products with quantized rows in either word layout (the order in which bytes are packed for the
/// instruction) are bit-identical, since the layouts contain the same numbers.
void quantized_products(Input& input, const Sizes& sizes) {
  Magnitude magnitude = input.magnitude();
  const Matrix a = draw_matrix(input, sizes.rows, sizes.depth, magnitude);
  magnitude.is_finite = true;
  const Matrix weights = draw_matrix(input, sizes.columns, sizes.depth, magnitude);
  PackedMatrix packed;
  packed.keep_as(Precision::int8);
  packed.pack_transposed(matrix(weights));
  using namespace spotlight::kernels;  // NOLINT(google-build-using-namespace)
  const QuantizedRows pairs = quantize_rows(matrix(a), Words::pairs);
  const QuantizedRows bytes = quantize_rows(matrix(a), Words::bytes);
  if (sizes.rows == 1) return;
  const std::array<float, tile_columns> bias{};
  std::vector<float> of_pairs(spotlight::round_up(sizes.rows, tile_rows) * tile_columns);
  std::vector<float> of_bytes = of_pairs;
  for (std::size_t column = 0; column < sizes.columns; column += tile_columns) {
    multiply_quantized(pairs, packed, column, bias.data(), of_pairs.data());
    multiply_quantized(bytes, packed, column, bias.data(), of_bytes.data());
    for (std::size_t i = 0; i < sizes.rows * tile_columns; ++i) {
      const bool is_same = of_pairs[i] == of_bytes[i] || (std::isnan(of_pairs[i]) && std::isnan(of_bytes[i]));
      expect(is_same, "both kinds of words give the same");
    }
  }
}

void session_product(Input& input, const Sizes& sizes, spotlight::bindings::MatmulSession& session) {
  using Name = spotlight::bindings::MatmulTensor;
  if (!has_room(input, session, [&] { session.resize(sizes.rows, sizes.depth, sizes.columns); })) return;
  const Magnitude magnitude = input.magnitude();
  input.fill(tensor(session.tensors(), Name::a), magnitude);
  input.fill(tensor(session.tensors(), Name::b), magnitude);
  Fault fault = no_fault;
  if (!has_room(input, session, [&] { fault = session.compute(); })) return;
  expect(fault != no_fault || all_finite(tensor(session.tensors(), Name::product)), "what is not finite is found");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  spotlight::bindings::MatmulSession session;
  for (int call = 0; call < 4 && !input.is_empty(); ++call) {
    const Sizes sizes = {.rows = input.size(1, 40),
                         .depth = input.flag() ? input.size(1, 40) : input.size(1, 1100),
                         .columns = input.size(1, 40)};
    switch (input.size(0, 4)) {
      case 0:
        products(input, sizes);
        break;
      case 1:
        packed_products(input, sizes);
        break;
      case 2:
        quantized_products(input, sizes);
        break;
      case 3:
        block_products(input, sizes);
        break;
      default:
        session_product(input, sizes, session);
    }
  }
  return 0;
}
