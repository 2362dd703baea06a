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

/// Alignment of arrays in bytes: one cache line, enough for every SIMD register. With another alignment, sums would
/// group the same numbers differently and round differently.
constexpr std::size_t alignment = 64;

/// Maximum size of an array in bytes, because pointer differences must fit into std::ptrdiff_t: 2 GB in WebAssembly.
constexpr auto max_bytes = static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max());

/// An array to be allocated: its name in errors, its shape, and the size of an element in bytes.
struct Request {
  const char* name;
  std::span<const std::size_t> shape;
  std::size_t element_size;

  /// Size in bytes as a double: exact up to 2⁵³, and without overflow. A product of four sizes can exceed 64 bits.
  double bytes() const {
    auto product = static_cast<double>(element_size);
    for (const std::size_t size : shape) product *= static_cast<double>(size);
    return product;
  }
};

/// Reports that a request cannot be fulfilled: calls the handler if one is set, otherwise throws OutOfMemory.
[[noreturn]] void refuse(const Request& request);

/// Handler of failed allocations, as in std::set_new_handler; must not return. The bindings' handler throws a
/// JavaScript RangeError, which unwinds C++ too.
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

/// Request that the calling thread is currently allocating; null for an unnamed allocation.
inline const Request*& current() { return of_thread<const Request*>(); }

[[noreturn]] inline void refuse_current(std::size_t bytes) {
  const std::size_t shape[] = {bytes};
  const Request unnamed = {.name = "working memory", .shape = shape, .element_size = 1};
  refuse(current() != nullptr ? *current() : unnamed);
}

/// Calls `resize`, which allocates memory for a request. Refuses requests that exceed max_bytes.
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

/// Resizes a vector to hold an array of this shape; existing elements are preserved as far as they fit.
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

/// Allocator for tensors. Vectors use operator new, which the bindings replace with one that reports failures in the
/// same way.
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
