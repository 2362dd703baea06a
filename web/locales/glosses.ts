// Type of the glosses in one language: pronunciation and meaning of tokens in another language.

export interface Glosses {
  /** Label of the switch that shows the glosses. */
  show: string;
  /**
   * Pronunciation and meaning of each token, with the token in lower case as the key. The pronunciation is pinyin, or
   * '' if the spelling shows it.
   */
  words: Readonly<Record<string, readonly [sound: string, meaning: string]>>;
}
