// Training task "translate": English to Chinese, in sentences of five words. The time comes first or last in English
// and always second in Chinese, so that the alignment crosses: each target word must find its source word by content,
// not by position.
import { below } from './random.js';
import { IGNORED_TARGET, type Example, type Task } from './task.js';
import type { Pair } from '../measures.js';

type Word = readonly [source: string, target: string];

const NOUNS: readonly Word[] = [
  ['cats', '猫'],
  ['dogs', '狗'],
  ['birds', '鸟'],
  ['bears', '熊'],
  ['tigers', '老虎'],
  ['girls', '女孩'],
  ['boys', '男孩'],
  ['wolves', '狼'],
];
const VERBS: readonly Word[] = [
  ['see', '看见'],
  ['like', '喜欢'],
  ['follow', '跟着'],
  ['fear', '害怕'],
  ['meet', '遇见'],
];
const ADJECTIVES: readonly Word[] = [
  ['big', '大'],
  ['small', '小'],
  ['black', '黑'],
  ['white', '白'],
  ['old', '老'],
];
const TIMES: readonly Word[] = [
  ['today', '今天'],
  ['now', '现在'],
  ['often', '经常'],
  ['again', '又'],
];

const WORDS: readonly Word[] = [...NOUNS, ...VERBS, ...ADJECTIVES, ...TIMES];
const START = 2 * WORDS.length;
const LENGTH = 5;

const sourceOf = (word: Word): number => WORDS.indexOf(word);
const targetOf = (word: Word): number => WORDS.length + WORDS.indexOf(word);

export const translate: Task = {
  name: 'translate',
  vocabulary: [...WORDS.map(([source]) => source), ...WORDS.map(([, target]) => target), '▸'],
  tokens: LENGTH,
  sourceTokens: LENGTH,
  chance: 1 / WORDS.length,
  defaults: {
    layers: 1,
    numHeads: 2,
    embedDim: 64,
    feedforwardDim: 64,
    positions: 'learned',
    learningRate: 0.003,
    batch: 32,
  },
  example: (random) => {
    const any = (words: readonly Word[]): Word => words[below(words.length, random)]!;
    const [subject, verb, adjective, object, time] = [any(NOUNS), any(VERBS), any(ADJECTIVES), any(NOUNS), any(TIMES)];
    const rest = [subject, verb, adjective, object];
    const sources = (random() < 0.5 ? [time, ...rest] : [...rest, time]).map(sourceOf);
    const targets = [subject, time, verb, adjective, object].map(targetOf);
    return { sources, inputs: [START, ...targets.slice(0, -1)], targets };
  },
  attended: ({ sources = [], targets }: Example) => {
    // Subject and object may be the same word. Its first occurrence in the source is then the subject.
    const free = new Set(sources.keys());
    return targets.flatMap((target, query): Pair[] => {
      const key = [...free].find((each) => target !== IGNORED_TARGET && sources[each] === target - WORDS.length);
      if (key === undefined) return [];
      free.delete(key);
      return [[query, key]];
    });
  },
};
