// Display names of single tokens.

/** Name of a token without a text, such as vocabulary padding: its id. */
export const nameOf = (id: number): string => `⟨${id}⟩`;

/** @param tokenizer null if there is none */
export const showToken = (tokenizer: { show: (id: number) => string } | null, id: number): string =>
  tokenizer?.show(id) ?? nameOf(id);
