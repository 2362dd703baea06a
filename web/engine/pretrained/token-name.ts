/** Name of a token without a text, such as the padding of a vocabulary: its id. */
export const nameOf = (id: number): string => `⟨${id}⟩`;

/**
 * Name of a token as it is displayed.
 * @param tokenizer tokenizer; null if the model has none
 */
export const showToken = (tokenizer: { show: (id: number) => string } | null, id: number): string =>
  tokenizer?.show(id) ?? nameOf(id);
