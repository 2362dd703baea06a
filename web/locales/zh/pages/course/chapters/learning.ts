import { patterns } from '../../../head-patterns.js';
import type { ChapterTexts } from '../../../../../course/texts.js';

export const chapter: ChapterTexts = {
  title: '看模型学习',
  steps: [
    {
      text: [
        '头的本事是从哪里来的？是训练出来的。一开始所有矩阵都是随机数；每训练一步，每个数都改一点点，让预测更准。',
        '这里的任务是：八个字母，一条竖线，再把这些字母倒着写；换成四个字母，就是 ABCD | DCBA。一个只有一层的小 Transformer 会看到随机的字母，以及每个字母的位置。',
      ],
      predict: {
        question: '如果不给位置，它能学会多少？',
        answers: ['一样多', '大约一半', '不到一半'],
      },
      task: '先带着位置训练，再去掉位置训练。',
      saw: '训练 {steps} 步以后，有位置时正确率是 {with}，没有位置时是 {without}；瞎猜是 {chance}。有了位置，一个头就能关注对称的地方，成为一条斜线；没有位置，竖线前的字母就只是一个集合：知道有哪些字母，比瞎猜强一些，却无从知道它们的次序。',
    },
    {
      text: [
        '会从头重复的字母：Q F K B，Q F K → B。照着上一遍接着写，叫做归纳，这需要两个头配合。',
        `第 1 层的一个头关注${patterns.previous}，每个字母就知道自己前面是谁。第 2 层的一个头叫归纳头，关注${patterns.induction}：从第二个 K 找到 B，因为 B 知道自己前面是 K。两个头缺了谁都不行。`,
      ],
      predict: {
        question: '正确率会怎样上升？',
        answers: ['一步一步，均匀上升', '很久都很慢，然后突然变快'],
      },
      task: '训练这两层，正确率到 95% 就停。',
      saw: '训练到一半，第 {middle} 步时，正确率是 {early}；到第 {steps} 步是 {late}。一个头还没做好自己的事，另一个头就学不到多少；两个头都开始做了，就会互相促进。Olsson 等人（2022）在大语言模型里也看到了这样的时刻。',
    },
  ],
};
