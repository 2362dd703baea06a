// Uses sessions of cpp/bindings as the JavaScript side does: finds a session's tensors in its table of addresses, and
// frees the session's memory when a call fails.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <new>
#include <span>
#include <vector>

#include "allocation_limit.hpp"
#include "bindings/tensor_table.hpp"
#include "input.hpp"

namespace fuzz {

using spotlight::bindings::Fault;
using spotlight::bindings::no_fault;

/// Terminates the program with a message if a condition does not hold, so that the fuzzer reports the input.
inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "expected: %s\n", what);
  std::abort();
}

template <class Number = float, class Name>
std::span<Number> tensor(std::uintptr_t table, Name name) {
  const auto* entries = reinterpret_cast<const spotlight::bindings::TensorEntry*>(table);
  const auto& entry = entries[static_cast<std::size_t>(name)];
  return {reinterpret_cast<Number*>(entry.address), entry.size};
}

inline std::vector<float> copy(std::span<const float> values) { return {values.begin(), values.end()}; }

inline bool all_finite(std::span<const float> values) {
  return spotlight::kernels::find_non_finite(values.data(), values.size()) < 0;
}

/// Runs the function `call`, sometimes with a limit of a few memory allocations. Returns false if memory ran out; the
/// session's memory is then freed, as in web/engine/runtime/failed-calls.ts.
template <class Session, class Call>
bool has_room(Input& input, Session& session, Call call) {
  if (input.one_in(16)) spotlight::remaining_allocations = static_cast<long>(input.size(0, 12));
  bool has_room = true;
  try {
    call();
  } catch (const std::bad_alloc&) {
    has_room = false;
  }
  spotlight::remaining_allocations = -1;
  expect(spotlight::memory::current() == nullptr, "no request is left over");
  if (!has_room) {
    if constexpr (requires { session.release(); }) session.release();
  }
  return has_room;
}

/// Terminates the program unless two lists of numbers agree within `tolerance`.
inline void expect_close(std::span<const float> a, std::span<const float> b, double tolerance, const char* what) {
  expect(a.size() == b.size(), what);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    if (difference <= tolerance) continue;
    std::fprintf(stderr, "[%zu]: %.9g and %.9g, tolerance %.3g\n", i, static_cast<double>(a[i]),
                 static_cast<double>(b[i]), tolerance);
    expect(false, what);
  }
}

}  // namespace fuzz
