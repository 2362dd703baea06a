// 元素周围的页面的文字，中文。
import { OPENING_SENTENCES } from './opening.js';
import type { pageEn } from './page-en.js';

export const pageZh: typeof pageEn = {
  tagline: '看着 Transformer 的注意力一步步算出来',
  offline: '一切都在本机计算，你输入的内容不会离开这台设备。',
  licenses: '开源许可',
  theme: '浅色或深色',
  language: 'English',
  languageLabel: 'Switch to English',

  sections: {
    label: '栏目',
    names: { sentence: '句子', computed: '怎么算出来的', story: '讲故事', learn: '课程', lab: '实验室' },
    training: '看模型学习',
  },
  opening: {
    question: '“它”指的是什么：猫，还是椅子？',
    asked: '它',
    anyQuestion: '选一个词：它关注哪些词？',
    story: '故事怎么接下去？模型往前看了哪里？',
    change: '换一个词试试：',
    before: '……因为它',
    words: ['累了', '很软'],
    sentences: OPENING_SENTENCES.zh,
    ways: {
      computed: '看它是怎么算出来的',
      story: '让它讲个故事',
      learn: '一步步学',
      lab: '打开实验室',
      training: '看模型怎么学会',
    },
  },
};
