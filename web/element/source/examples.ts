// Example sentences, selected by measurement: the model translates them with and without final punctuation, and a head
// has a visible pattern in them. None of them is in the training data (training/examples.tsv,
// training/page-examples.tsv, and no template combines 猫 with 累了 or 软), except the last two Chinese sentences, which
// are in the training data in both languages.
import type { TextLanguage } from '../../text/plain-language.js';

const ENGLISH = [
  'The cat sat on the mat because it was tired',
  'The cat sat on the mat because it was soft',
  'The boy kicked the ball because he was angry',
  'The dog ate the cake because it was hungry',
  'My sister lost her phone yesterday',
  'She gave the book to her brother',
  'The little dog is sleeping under the table',
  'The teacher is reading a book in the library',
  'We will meet at the station tomorrow',
  'Where is the nearest station?',
  'What did you eat this morning?',
  'I love Beijing',
];

const CHINESE = [
  '猫坐在椅子上，因为它累了',
  '猫坐在椅子上，因为它很软',
  '猫坐在垫子上，因为它累了',
  '猫坐在垫子上，因为它很软',
  '男孩踢了球，因为他很生气',
  '狗吃了蛋糕，因为它饿了',
  '那个女人买了裙子，因为它很便宜',
  '他回家了，因为他累了',
  '我姐姐昨天丢了她的手机',
  '她把书给了她哥哥',
  '老师在图书馆看书',
  '最近的车站在哪里？',
  '你今天早上吃了什么？',
  '我爱北京',
  '我用 Python 写了一个 Transformer 模型',
  '在 attention 里，每个 token 都在找：who matters to me?',
];

/** Example sentences for each language of the interface; sentences in that language come first. */
export const EXAMPLES: Readonly<Record<TextLanguage, readonly string[]>> = {
  en: [...ENGLISH, ...CHINESE],
  zh: [...CHINESE, ...ENGLISH],
};
