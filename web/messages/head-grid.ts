// Texts of the view of all heads: their order, and two of them side by side.
import { en as patternsEn, zh as patternsZh } from './head-patterns.js';
import type { HeadOrder } from '../view/head-order.js';

const meanShare = (pattern: string): string =>
  `The share of the weights on the ${pattern}, on average over the queries that have one.`;
const meanShareZh = (pattern: string): string => `${pattern}得到的权重，只对有这个词元的查询取平均。`;

export const en = {
  sortOrders: {
    layer: 'By layer',
    role: 'By role',
    worth: 'Worth to the translation',
    entropy: 'Entropy',
    distance: 'Distance',
    previous: `On the ${patternsEn.previous}`,
    itself: `On the ${patternsEn.itself}`,
    next: `On the ${patternsEn.next}`,
    first: `On the ${patternsEn.first}`,
  } satisfies Record<HeadOrder, string>,
  /** What an order goes by. */
  sortHelp: {
    ...{ layer: '', role: '' },
    worth:
      'How much worse the translation becomes without the head, in nats for each token (the mean of both languages).',
    entropy: 'How evenly the weights are spread, in bits: 0 if all weight is on one token.',
    distance: 'How many tokens away what a query attends to is, on average.',
    previous: meanShare(patternsEn.previous),
    itself: meanShare(patternsEn.itself),
    next: meanShare(patternsEn.next),
    first: meanShare(patternsEn.first),
  } satisfies Record<HeadOrder, string>,
  bits: (value: string) => `${value} bit`,
  pin: 'Compare this head',
  unpin: 'End the comparison',
  pinHelp: 'Select another head: both stand side by side above the grid, with their difference.',
  pinSameHelp: 'Select another head, or change something under “Experiment”: both states then stand side by side.',
  comparing: (one: string, other: string) => `Above the grid: ${one} and ${other}, and their difference.`,
  withInterventions: 'with your interventions',
  withoutInterventions: 'without',
};

export const zh: typeof en = {
  sortOrders: {
    layer: '按层',
    role: '按作用',
    worth: '对翻译的贡献',
    entropy: '熵',
    distance: '距离',
    previous: `${patternsZh.previous}所占`,
    itself: `${patternsZh.itself}所占`,
    next: `${patternsZh.next}所占`,
    first: `${patternsZh.first}所占`,
  },
  sortHelp: {
    ...{ layer: '', role: '' },
    worth: '去掉这个头，译文变差多少：每个词元多少纳特（两种语言的平均）。',
    entropy: '权重有多分散，以比特计：全部权重落在一个词元上时为 0。',
    distance: '查询关注的词元平均隔几个词元。',
    previous: meanShareZh(patternsZh.previous),
    itself: meanShareZh(patternsZh.itself),
    next: meanShareZh(patternsZh.next),
    first: meanShareZh(patternsZh.first),
  },
  bits: (value) => `${value} 比特`,
  pin: '与另一个头比较',
  unpin: '结束比较',
  pinHelp: '再选一个头：两个头并排显示在上方，旁边是它们的差。',
  pinSameHelp: '再选一个头，或者在“实验”里改动一处：改动前后会并排显示。',
  comparing: (one, other) => `上方并排的是 ${one} 和 ${other}，以及它们的差。`,
  withInterventions: '有干预',
  withoutInterventions: '没有干预',
};
