import type { PatternNames } from '../head-patterns.js';

export const patterns: PatternNames = {
  previous: '前一个词元',
  next: '后一个词元',
  itself: '词元自身',
  first: '第一个词元',
  duplicate: '前面的相同词元',
  induction: '相同词元的下一个词元',
  word: '同一个词的前面部分',
  previousWord: '前一个词',
  punctuation: '标点',
};
