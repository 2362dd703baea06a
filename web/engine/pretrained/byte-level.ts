/**
 * Byte-level pre-tokenizer, as a tokenizer.json describes it.
 * @param isCut true to split the text into words as GPT-2 does; false if it is already split
 */
export const byteLevel = (isCut: boolean): object => ({ type: 'ByteLevel', add_prefix_space: false, use_regex: isCut });
