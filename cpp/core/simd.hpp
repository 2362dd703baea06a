// SIMD registers for the kernels, on top of xsimd. No other file of the library uses intrinsics.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <xsimd/xsimd.hpp>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "constants.hpp"

namespace spotlight::simd {

/// Register of four float32 numbers (128 bits), as in WebAssembly. Native processors with wider registers use it too,
/// since the kernels are designed for this width.
using batch = xsimd::make_sized_batch_t<float, 4>;
inline constexpr std::size_t lanes = batch::size;

inline batch load(const float* from) { return batch::load_unaligned(from); }
inline void store(float* to, batch values) { values.store_unaligned(to); }

using xsimd::abs;
using xsimd::bitwise_cast;
using xsimd::reduce_max;
using xsimd::select;
using xsimd::sqrt;
using xsimd::to_float;

/// Maximum of two numbers in each lane; NaN if the number in `a` is NaN. (If only the one in `b` is NaN, processors
/// differ.)
inline batch max(batch a, batch b) {
#ifdef __SSE2__
  return xsimd::max(b, a);  // one instruction; it returns its second operand if either operand is NaN
#else
  return xsimd::max(a, b);  // WebAssembly's f32x4.pmax returns its first operand if either is NaN.
#endif
}

/// Register with one 32-bit integer per lane. A lane may also hold a pair of 16-bit numbers, the first in the lower
/// half.
using int_batch = xsimd::make_sized_batch_t<std::int32_t, lanes>;

/// Two registers for a register of pairs: one with the first number of each pair, one with the second.
using batch_pair = std::array<batch, 2>;

/// Loads one 32-bit word per lane, each of which holds several smaller numbers.
template <class Number>
int_batch load_words(const Number* from) {
  return int_batch::load_unaligned(reinterpret_cast<const std::int32_t*>(from));
}

template <class Number>
void store_words(Number* to, int_batch words) {
  words.store_unaligned(reinterpret_cast<std::int32_t*>(to));
}

/// Loads pairs of bfloat16 numbers and converts them to float32. A bfloat16 number is the upper half of a float32
/// number.
inline batch_pair load_bfloat16_pairs(const std::uint16_t* from) {
  const int_batch pairs = load_words(from);
  const int_batch upper(std::bit_cast<std::int32_t>(0xFFFF0000U));
  return {xsimd::bitwise_cast<float>(pairs << 16), xsimd::bitwise_cast<float>(pairs & upper)};
}

/// Loads pairs of finite float16 numbers and converts them to float32. Reading their 5-bit exponents as float32
/// exponents scales them by 2⁻¹¹²; the correction by 2¹¹² is exact, for subnormal numbers too.
inline batch_pair load_float16_pairs(const std::uint16_t* from) {
  const int_batch pairs = load_words(from);
  const int_batch number(std::bit_cast<std::int32_t>(0x8FFFE000U));
  const batch factor(0x1p112F);
  return {xsimd::bitwise_cast<float>(((pairs << 16) >> 3) & number) * factor,
          xsimd::bitwise_cast<float>((pairs >> 3) & number) * factor};
}

/// One of the four int8 numbers in each lane, at index `place`; index 0 is in the lowest bits.
inline int_batch number_of_quads(int_batch quads, int place) { return (quads << (24 - 8 * place)) >> 24; }

/// True if the build has instructions for products of bytes, that is, if it uses relaxed SIMD. Native builds count as
/// having them but compute the products one by one, for tests only.
#if defined(__wasm_simd128__) && !defined(__wasm_relaxed_simd__)
inline constexpr bool has_byte_products = false;
#else
inline constexpr bool has_byte_products = true;
#endif

/// sums + the four products of the int8 numbers (a quad) in each lane of `a` and `b`. The numbers of `b` must be in 0 …
/// 127, because for others the result of the instruction depends on the processor.
inline int_batch add_products_of_quads(int_batch a, int_batch b, int_batch sums) {
#ifdef __wasm_relaxed_simd__
  return wasm_i32x4_relaxed_dot_i8x16_i7x16_add(a, b, sums);
#else
  for (int place = 0; place < 4; ++place) sums += number_of_quads(a, place) * number_of_quads(b, place);
  return sums;
#endif
}

/// True if the processor adds the four products of a quad (four int8 numbers in a lane) in one instruction. The test
/// uses bytes above 127, which actual products never contain: on processors that need two instructions, the
/// intermediate sums saturate at 16 bits. Also false in V8 11, whose baseline compiler may overwrite the register of
/// `sums`.
inline bool adds_products_of_quads_at_once() {
#ifdef __wasm_relaxed_simd__
  const volatile std::int32_t most = 0x7F7F7F7F;  // 127 in each byte
  const volatile std::int32_t beyond = -1;        // 255 in each byte as an unsigned number, −1 as a signed one
  const std::int32_t sum = add_products_of_quads(int_batch(most), int_batch(beyond), int_batch(0)).get(0);
  return sum == 4 * 127 * 255 || sum == 4 * 127 * -1;
#else
  return false;
#endif
}

/// Loads four pairs of int8 numbers and widens the numbers to int16: one pair per lane.
inline int_batch load_pairs_of_int8(const std::int8_t* from) {
#ifdef __wasm_simd128__
  return wasm_i16x8_load8x8(from);
#else
  std::array<std::int16_t, 2 * lanes> wide;
  std::copy_n(from, wide.size(), wide.begin());
  return int_batch::load_unaligned(std::bit_cast<std::array<std::int32_t, lanes> >(wide).data());
#endif
}

/// Separates the 16-bit halves of eight quads (a quad is four int8 numbers in one lane): the result's first register
/// holds all first halves, its second all second halves. Each argument holds four quads.
inline std::array<int_batch, 2> join_halves_of_quads(int_batch first, int_batch second) {
#ifdef __wasm_simd128__
  return {int_batch(wasm_i16x8_shuffle(first, second, 0, 8, 1, 9, 2, 10, 3, 11)),
          int_batch(wasm_i16x8_shuffle(first, second, 4, 12, 5, 13, 6, 14, 7, 15))};
#else
  const auto first_halves = std::bit_cast<std::array<std::int16_t, 2 * lanes> >(first);
  const auto second_halves = std::bit_cast<std::array<std::int16_t, 2 * lanes> >(second);
  std::array<std::int16_t, 4 * lanes> halves;
  for (std::size_t i = 0; i < 2 * lanes; ++i) {
    halves[2 * i] = first_halves[i];
    halves[2 * i + 1] = second_halves[i];
  }
  return std::bit_cast<std::array<int_batch, 2> >(halves);
#endif
}

/// sums + the two products of the int16 numbers (a pair) in each lane of `a` and `b`.
inline int_batch add_products_of_pairs(int_batch a, int_batch b, int_batch sums) {
#if defined(__wasm_simd128__)
  return sums + int_batch(wasm_i32x4_dot_i16x8(a, b));
#elif defined(__SSE2__)
  return sums + int_batch(_mm_madd_epi16(a, b));
#else
  return sums + ((a << 16) >> 16) * ((b << 16) >> 16) + (a >> 16) * (b >> 16);
#endif
}

/// Returns the same pointer, but hides its origin from the optimizer, which would otherwise derive the row pointers of
/// a tile from one another in every step of the innermost loop. With `opaque`, a matrix product reaches 55 instead of
/// 52 GFLOP/s with relaxed SIMD, 43 instead of 40 without (Node 20).
template <class Element>
const Element* opaque(const Element* pointer) {
  asm volatile("" : "+r"(pointer));
  return pointer;
}

/// Reads a byte to load its cache line, because WebAssembly has no prefetch instruction.
inline void touch(const std::byte* address) { asm volatile("" : : "r"(*address)); }

/// Loads the first `count` lanes of a register from memory, `count` < lanes, and sets the remaining lanes to `fill`.
inline batch load_partial(const float* from, std::size_t count, float fill) {
  std::array<float, lanes> padded;
  padded.fill(fill);
  for (std::size_t lane = 0; lane < count; ++lane) padded[lane] = from[lane];
  return load(padded.data());
}

/// True if madd compiles to one instruction on processors that have it: in the relaxed-SIMD build. Also true in native
/// builds, which only test the kernels.
#if defined(__wasm_simd128__) && !defined(__wasm_relaxed_simd__)
inline constexpr bool madd_is_one_instruction = false;
#else
inline constexpr bool madd_is_one_instruction = true;
#endif

/// a·b + c in each lane, rounded once in the relaxed-SIMD build if the processor has the instruction, and twice in the
/// build without relaxed SIMD.
inline batch madd(batch a, batch b, batch c) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return xsimd::fma(a, b, c);
#endif
}

/// 1.5·2²³. Adding it to a float32 number of magnitude up to 2²² leaves the nearest integer, ties to even, in the
/// lowest bits of the sum.
inline constexpr float rounding = 12582912.0F;

inline int_batch nearest(batch x) {
  return xsimd::bitwise_cast<std::int32_t>(x + batch(rounding)) - xsimd::bitwise_cast<std::int32_t>(batch(rounding));
}

/// Transposes a lanes × lanes matrix, which has one register per row.
inline void transpose(std::array<batch, lanes>& square) { xsimd::transpose(square.data(), square.data() + lanes); }

inline float sum(batch values) { return xsimd::reduce_add(values); }

/// e^x for x ≤ 0, −∞ included: 2ⁿ·eʳ with n = round(x / ln 2) and |r| ≤ ln 2 / 2, where eʳ is a polynomial
/// (Cody & Waite's reduction). Below −87.33, where e^x is subnormal, the result is 0.
inline batch exp_nonpositive(batch x) {
  constexpr float ln2_high = 0.693145752F;  // 16 bits of ln 2, so that n·ln2_high is exact
  constexpr float ln2_low = 1.42860677e-6F;
  constexpr float smallest = -87.3365402F;

  const batch shifted = madd(x, batch(log2_e), batch(rounding));
  const batch n = shifted - batch(rounding);
  const auto r = madd(n, batch(-ln2_low), madd(n, batch(-ln2_high), x));

  // e^r = 1 + r + r²·(1/2 + c3·r + c4·r² + c5·r³ + c6·r⁴), with the coefficients c fitted to |r| ≤ ln 2 / 2: relative
  // error 3.6e-9.
  auto polynomial = batch(1.38637808e-3F);
  polynomial = madd(polynomial, r, batch(8.36748257e-3F));
  polynomial = madd(polynomial, r, batch(4.16672379e-2F));
  polynomial = madd(polynomial, r, batch(1.66665345e-1F));
  polynomial = madd(polynomial, r, batch(0.5F));
  polynomial = madd(polynomial, r * r, r) + batch(1.0F);

  const auto exponent = xsimd::bitwise_cast<std::int32_t>(shifted) << 23;
  const auto bits = xsimd::bitwise_cast<std::int32_t>(polynomial) + exponent;
  return xsimd::select(x < batch(smallest), batch(0.0F), xsimd::bitwise_cast<float>(bits));
}

/// 2^x for x < 127, −∞ included: 2ⁿ·2ʳ with n = round(x), |r| ≤ 1/2, and a polynomial for 2ʳ with an error of 9e-8; 2.3
/// ulp including all rounding errors. Exactly 0 for x ≤ −127.
inline batch exp2(batch x) {
  const batch clamped = max(x, batch(-127.0F));
  const batch shifted = clamped + batch(rounding);
  const batch r = clamped - (shifted - batch(rounding));

  auto polynomial = batch(1.3264727e-3F);
  polynomial = madd(polynomial, r, batch(9.671513e-3F));
  polynomial = madd(polynomial, r, batch(5.5507336e-2F));
  polynomial = madd(polynomial, r, batch(2.4022242e-1F));
  polynomial = madd(polynomial, r, batch(6.9314700e-1F));
  polynomial = madd(polynomial, r, batch(1.0F));

  const auto whole = xsimd::bitwise_cast<std::int32_t>(shifted) << 23;
  return xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(polynomial) + whole);
}

}  // namespace spotlight::simd
