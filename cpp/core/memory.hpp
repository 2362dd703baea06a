// Allocation of every array whose size depends on the caller's input. The size is checked before anything changes; an
// array that does not fit ends the call with an error that names it. No array is left half resized.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <new>
#include <span>
#include <vector>

#include "of_thread.hpp"

namespace spotlight::memory {

/// Alignment of arrays in bytes: one cache line, enough for every SIMD register. If the alignment varied, sums would
/// group the same numbers differently and round differently.
constexpr std::size_t alignment = 64;

/// Maximum size of an array in bytes, since pointer differences must fit into std::ptrdiff_t: 2 GB in WebAssembly.
constexpr auto max_bytes = static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max());

/// Description of an array to be allocated: its name in errors, its shape, and the size of an element in bytes.
struct Request {
  const char* name;
  std::span<const std::size_t> shape;
  std::size_t element_size;

  /// Size of the array in bytes. A double does not overflow if the product of the sizes exceeds 64 bits, and is exact
  /// up to 2⁵³.
  double bytes() const {
    auto product = static_cast<double>(element_size);
    for (const std::size_t size : shape) product *= static_cast<double>(size);
    return product;
  }
};

/// Reports that an array cannot be allocated: calls the handler if one is set, otherwise throws OutOfMemory.
[[noreturn]] void refuse(const Request& request);

/// Handler of failed allocations, as in std::set_new_handler. It must not return: the bindings' handler throws a
/// JavaScript RangeError, which unwinds the C++ frames too.
using RefusalHandler = void (*)(const Request& request);
void set_refusal_handler(RefusalHandler handler);

class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(const Request& request) : name_(request.name), bytes_(request.bytes()) {}
  const char* what() const noexcept override { return name_; }
  double bytes() const { return bytes_; }

 private:
  const char* name_;
  double bytes_;
};

/// The array that the calling thread is currently allocating, which an out-of-memory error names; null while it
/// allocates memory without a name.
inline const Request*& current() { return of_thread<const Request*>(); }

[[noreturn]] inline void refuse_current(std::size_t bytes) {
  const std::size_t shape[] = {bytes};
  const Request unnamed = {.name = "working memory", .shape = shape, .element_size = 1};
  refuse(current() != nullptr ? *current() : unnamed);
}

/// Calls `resize`, which allocates the array described by `request`; if memory runs out meanwhile, the error names this
/// array. Refuses arrays of more than max_bytes.
template <class Resize>
void fulfill(const Request& request, Resize resize) {
  struct Forget {
    ~Forget() { current() = nullptr; }
  };
  if (request.bytes() > max_bytes) refuse(request);
  const Forget forget;
  current() = &request;
  resize();
}

/// Resizes a vector to hold an array of the given shape. Existing elements are preserved as far as they fit.
template <class Element>
[[gnu::noinline]] void allocate(std::vector<Element>& array, const char* name,
                                std::initializer_list<std::size_t> shape) {
  const Request request = {.name = name, .shape = shape, .element_size = sizeof(Element)};
  if (static_cast<double>(array.size()) * sizeof(Element) == request.bytes()) return;
  fulfill(request, [&] { array.resize(static_cast<std::size_t>(request.bytes()) / sizeof(Element)); });
}

template <class Element>
[[gnu::noinline]] void reserve(std::vector<Element>& array, const char* name, std::size_t count) {
  fulfill({.name = name, .shape = {&count, 1}, .element_size = sizeof(Element)}, [&] { array.reserve(count); });
}

/// Allocator for tensors; failures are reported with refuse(). Vectors use operator new instead, which the bindings
/// replace with one that reports failures in the same way.
template <class Element>
struct Allocator {
  using value_type = Element;

  Element* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / sizeof(Element)) {
      refuse_current(std::numeric_limits<std::size_t>::max());
    }
    const std::size_t bytes = count * sizeof(Element);
    void* array = ::operator new(bytes, std::align_val_t{alignment}, std::nothrow);
    if (array == nullptr) refuse_current(bytes);
    return static_cast<Element*>(array);
  }

  void deallocate(Element* array, std::size_t) noexcept { ::operator delete(array, std::align_val_t{alignment}); }

  friend bool operator==(const Allocator&, const Allocator&) { return true; }
};

}  // namespace spotlight::memory
