/** Name of a token that stands for no text, such as an unused id at the end of a vocabulary: its id in brackets. */
export const nameOf = (id: number): string => `⟨${id}⟩`;

/**
 * Name by which a token is displayed.
 * @param tokenizer tokenizer; null if the model has none
 */
export const showToken = (tokenizer: { show: (id: number) => string } | null, id: number): string =>
  tokenizer?.show(id) ?? nameOf(id);
