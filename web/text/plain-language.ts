/**
 * Languages of the default model. The reliability of its heads is only stated for sentences in a language in which it
 * was measured.
 */
export type TextLanguage = 'en' | 'zh';

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that occur in most English sentences, but not in other languages of the same script. */
const COMMON = wordsOf(
  "the and of to are were been being this that these those because but not with from at by my your you i what which who when where will would can could should have had did does very too into about there here until while after before than every new more one two some like get let's don't doesn't didn't it's i'm",
);
/**
 * Words that are weaker evidence for English: those that also occur in German, French, Spanish or Dutch, and pronouns,
 * which users often type alone.
 */
const SHARED = wordsOf(
  'a an is was am in on he she it we they his her its him them their me so for as has do if or us',
);
const SHARED_WEIGHT = 0.4;
/**
 * Minimum share of typical English words in a text that counts as English: `common` if at least one of them is from the
 * list COMMON, otherwise `shared`.
 */
const MIN_SHARE = { common: 0.1, shared: 0.2 };

const CHINESE_COMMON = /[的了在是我你他她它们不这那有把就也都很和着过给到要会被对从与为个吗吧呢说去来上下里好]/u;
const TRADITIONAL = /[們這個來說為沒會時還過對嗎麼開學後見長東車書買賣貓鳥魚馬門問間請謝點樣種現話發電國]/u;

/**
 * Language in whose script all words of a text are written; null if there are no words, or if they are in another
 * script or in several.
 */
export function scriptOf(tokens: readonly string[]): TextLanguage | null {
  const words = tokens.filter((token) => /\p{L}/u.test(token));
  if (words.length === 0) return null;
  if (words.every((word) => /^[a-z0-9'’.-]+$/i.test(word))) return 'en';
  return words.every((word) => /^\p{Script=Han}+$/u.test(word)) ? 'zh' : null;
}

/** Language of a text that resembles an ordinary sentence of at least two words; null for any other text. */
export function plainLanguage(tokens: readonly string[]): TextLanguage | null {
  const script = scriptOf(tokens);
  const words = tokens.filter((token) => /\p{L}/u.test(token)).map((word) => word.toLowerCase().replaceAll('’', "'"));
  if (words.length < 2) return null;
  if (script === 'zh') {
    const text = words.join('');
    return CHINESE_COMMON.test(text) && !TRADITIONAL.test(text) ? 'zh' : null;
  }
  const common = words.filter((word) => COMMON.has(word)).length;
  const shared = words.filter((word) => SHARED.has(word)).length;
  const share = (common + SHARED_WEIGHT * shared) / words.length;
  return script === 'en' && share > (common > 0 ? MIN_SHARE.common : MIN_SHARE.shared) ? 'en' : null;
}
