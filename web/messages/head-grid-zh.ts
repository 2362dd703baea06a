// “各个头”视图的文字，中文：头的次序，以及两个头并排比较。
import { zh as patterns } from './head-patterns.js';
import type { headGridEn } from './head-grid-en.js';

const meanShare = (pattern: string): string => `${pattern}得到的权重，只对有这个词元的查询取平均。`;

export const headGridZh: typeof headGridEn = {
  sortOrders: {
    layer: '按层',
    role: '按作用',
    worth: '对翻译的贡献',
    entropy: '熵',
    distance: '距离',
    previous: `${patterns.previous}所占`,
    itself: `${patterns.itself}所占`,
    next: `${patterns.next}所占`,
    first: `${patterns.first}所占`,
  },
  sortHelp: {
    ...{ layer: '', role: '' },
    worth: '去掉这个头，译文变差多少：每个词元多少纳特（两种语言的平均）。',
    entropy: '权重有多分散，以比特计：全部权重落在一个词元上时为 0。',
    distance: '查询关注的词元平均隔几个词元。',
    previous: meanShare(patterns.previous),
    itself: meanShare(patterns.itself),
    next: meanShare(patterns.next),
    first: meanShare(patterns.first),
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
