// What a token is called by itself.

/** A token without a text of its own, as those that a vocabulary is padded with, by its id. */
export const nameOf = (id: number): string => `⟨${id}⟩`;

/** @param tokenizer null: there is none */
export const showToken = (tokenizer: { show: (id: number) => string } | null, id: number): string =>
  tokenizer?.show(id) ?? nameOf(id);
