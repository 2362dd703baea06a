#include "transformer.hpp"

namespace spotlight {

Transformer::Transformer(const TransformerConfig& shape)
    : config(shape), encoder(shape.encoder_layers), decoder(shape.decoder_layers) {
  for (Block& layer : encoder) layer.self_attention.num_heads = shape.num_heads;
  for (Block& layer : decoder) {
    layer.has_cross_attention = true;
    layer.self_attention.num_heads = shape.num_heads;
    layer.cross_attention.num_heads = shape.num_heads;
  }
}

}  // namespace spotlight
