// Glosses in a language: pronunciation and meaning of tokens in another language.

export interface Glosses {
  /** Label of the switch. */
  show: string;
  /** Pronunciation, as pinyin or '' if evident from the spelling, and meaning, by token in lower case. */
  words: Readonly<Record<string, readonly [sound: string, meaning: string]>>;
}
