// Glosses in one language: pronunciation and meaning of tokens of another language.

export interface Glosses {
  /** Label of the switch. */
  show: string;
  /**
   * Pronunciation and meaning of each token, which is in lower case. The pronunciation is pinyin, or '' if the spelling
   * shows it.
   */
  words: Readonly<Record<string, readonly [sound: string, meaning: string]>>;
}
