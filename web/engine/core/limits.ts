// The largest sizes that are accepted in more than one place.

/** The most dimensions of a tensor. */
export const MAX_RANK = 32;
/** The size of an embedding, and the number of heads or features. */
export const MAX_EMBED_DIM = 16_384;
export const MAX_LAYERS = 1024;
