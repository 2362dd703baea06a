// Embind declarations for attention: its options, attention of separate heads, and the layer with projections. A
// session owns the memory of one kind of call: the web side resizes it, writes inputs and options into it, computes,
// and reads the outputs before the next call. The web side checks all arguments (web/engine/core/checks.ts) except for
// NaN and infinities, which C++ finds.
#include <emscripten/bind.h>

#include "attention_session.hpp"
#include "enumeration.hpp"
#include "head_session.hpp"
#include "multihead_session.hpp"

namespace spotlight::bindings {
namespace {

/// C++ constants that TypeScript repeats. As enumerators, their values are part of the generated types, so that the
/// TypeScript compiler can compare both.
enum class SharedConstant : std::uint8_t { sparse_block = sparse_block_size };

}  // namespace
}  // namespace spotlight::bindings

EMSCRIPTEN_BINDINGS(spotlight_attention) {
  using namespace emscripten;
  using namespace spotlight;
  using namespace spotlight::bindings;
  const auto reference = return_value_policy::reference();

  constant("queryBlock", query_block_size);
  enum_<SharedConstant>("SharedConstant").value("sparseBlock", SharedConstant::sparse_block);

  declare_enumeration<Mask::Kind>("MaskKind");
  declare_enumeration<WeightFunction>("WeightFunction");
  declare_enumeration<FeatureMap::Kind>("FeatureMap");
  enum_<OptionSlot> slots("OptionSlot");
  for (std::size_t i = 0; i < slot_count; ++i) slots.value(slot_names[i], static_cast<OptionSlot>(i));
  class_<OptionBlock>("OptionBlock")
      .function("address", &OptionBlock::address)
      .function("resizeMaskFlags", &OptionBlock::resize_mask_flags)
      .function("resizeMaskAddend", &OptionBlock::resize_mask_addend)
      .function("resizeKeyLengths", &OptionBlock::resize_key_lengths)
      .function("resizeGlobalTokens", &OptionBlock::resize_global_tokens);

  declare_enumeration<AttentionTensor>("AttentionTensor");
  class_<AttentionSession>("AttentionSession")
      .constructor<>()
      .function("options", &AttentionSession::options, allow_raw_pointers(), reference)
      .function("tensors", &AttentionSession::tensors)
      .function("release", &AttentionSession::release)
      .function("resize", &AttentionSession::resize)
      .function("compute", &AttentionSession::compute)
      .function("trace", &AttentionSession::trace)
      .function("tracePart", &AttentionSession::trace_part)
      .function("computeLinear", &AttentionSession::compute_linear)
      .function("resizeProjections", &AttentionSession::resize_projections)
      .function("pool", &AttentionSession::pool)
      .function("computeLinformer", &AttentionSession::compute_linformer)
      .function("resizeOutputGradient", &AttentionSession::resize_output_gradient)
      .function("backward", &AttentionSession::backward);

  declare_enumeration<HeadTensor>("HeadTensor");
  class_<HeadSession>("HeadSession")
      .constructor<>()
      .function("options", &HeadSession::options, allow_raw_pointers(), reference)
      .function("tensors", &HeadSession::tensors)
      .function("resizeKeys", &HeadSession::resize_keys)
      .function("packKeys", &HeadSession::pack_keys)
      .function("packValues", &HeadSession::pack_values)
      .function("resizeQueries", &HeadSession::resize_queries)
      .function("compute", &HeadSession::compute);

  declare_enumeration<MultiheadTensor>("MultiheadTensor");
  class_<MultiheadSession>("MultiheadSession")
      .constructor<std::size_t, std::size_t, bool>()
      .function("parameters", &MultiheadSession::parameters, allow_raw_pointers(), reference)
      .function("release", &MultiheadSession::release)
      .function("options", &MultiheadSession::options, allow_raw_pointers(), reference)
      .function("tensors", &MultiheadSession::tensors)
      .function("resize", &MultiheadSession::resize)
      .function("compute", &MultiheadSession::compute)
      .function("headOptions", &MultiheadSession::head_options, allow_raw_pointers(), reference)
      .function("trace", &MultiheadSession::trace)
      .function("traceWithHead", &MultiheadSession::trace_with_head)
      .function("resizeOutputGradient", &MultiheadSession::resize_output_gradient)
      .function("backward", &MultiheadSession::backward);
}
