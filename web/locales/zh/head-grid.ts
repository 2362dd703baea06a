// “各个头”视图的文字，中文：头的次序，以及两个头并排比较。
import { patterns } from './head-patterns.js';
import type { HeadGrid } from '../en/head-grid.js';

export const headGrid: HeadGrid = {
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
  bits: (value) => `${value} 比特`,
  withInterventions: '有干预',
  withoutInterventions: '没有干预',
};
