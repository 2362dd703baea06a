#include "transformer.hpp"

namespace spotlight {

Transformer::Transformer(const TransformerConfig& shape)
    : config(shape), encoder(shape.encoder_layers), decoder(shape.decoder_layers) {
  for (EncoderLayer& layer : encoder) layer.self_attention.num_heads = shape.num_heads;
  for (DecoderLayer& layer : decoder) {
    layer.self_attention.num_heads = shape.num_heads;
    layer.cross_attention.num_heads = shape.num_heads;
  }
}

}  // namespace spotlight
