// Parallel loops over the rows of a matrix, for elementwise computation.
#pragma once

#include <cstddef>

#include "../core/threads.hpp"

namespace spotlight::kernels {

/// Calls use(i) for each of the `rows` rows of a matrix, each of `columns` numbers, on all threads. Groups of `step`
/// rows stay on one thread.
template <class Use>
void for_each_row(std::size_t rows, std::size_t columns, const Use& use, std::size_t step = 1) {
  threads::for_each_range(threads::worthwhile_loop(rows, step, threads::least_numbers, {columns}),
                          [&](std::size_t first, std::size_t end, std::size_t) {
                            for (std::size_t i = first; i < end; ++i) use(i);
                          });
}

}  // namespace spotlight::kernels
