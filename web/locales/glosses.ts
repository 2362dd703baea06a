// Glosses for who reads a language: tokens of another one, in sound and meaning.

export interface Glosses {
  /** Label of the switch. */
  show: string;
  /** By token, in lower case: sound, in pinyin, or '' where the letters say it; and meaning. */
  words: Readonly<Record<string, readonly [sound: string, meaning: string]>>;
}
