// The pre-tokenizer of byte-level BPE in tokenizer.json.

/** @param isCut true: splits into GPT-2's words; false: the text is already split */
export const byteLevel = (isCut: boolean): object => ({ type: 'ByteLevel', add_prefix_space: false, use_regex: isCut });
