// 课程里不属于某一章的文字，中文。
import { figures } from './figures.js';
import { numbers } from '../../numbers.js';
import type { CourseFrame } from '../../../en/pages/course/index.js';

export const course: CourseFrame = {
  ...numbers,
  name: '课程',
  chapter: '章节',
  shortWay: {
    name: '快速入门：12 步，10 分钟',
    left: (minutes) => `约剩 ${minutes} 分钟`,
    end: {
      title: '每个部分做什么',
      parts: [
        ['q·k', '拿一个词元的查询和另一个词元的键比较，越匹配，分数越高。'],
        ['÷ √d', '维数高，分数就容易大；除以 √d，免得一个键独占权重、梯度消失。'],
        ['Softmax', '把一行分数变成权重：都大于 0，加起来是 1。'],
        ['Σ 权重 · 值', '按权重把各个值加起来，就是这个头的输出。'],
        ['掩码', '在 Softmax 之前把分数改成 −∞，权重就是 0。'],
        ['第二个头', '有自己的矩阵，关注别的东西；各头的输出拼接后乘以 W_O（输出投影）。'],
      ],
      onward: '做六道题检查一下，或者从全部章节里选一章，接着往下学。',
      quiz: '做六道题',
    },
  },
  opened: (title, number, steps) => `${title}，第 ${number} 步，共 ${steps} 步。`,
  close: '关闭课程',
  back: '上一步',
  next: '下一步',
  finish: '完成',
  again: '从头再来',
  predict: '猜一猜：',
  skip: '先不猜',
  task: '动手：',
  saw: '看到了：',
  tried: {
    word: (word) => `还不是：这是“${word}”。`,
    cell: (row, column) => `还不是：这是“${row}”行、“${column}”列。`,
    number: '还不是：这是别的数。',
    text: '还不是：句子和题目要的不一样。',
    change: '还不是：改的不是题目要的，或者多改了别的。',
    scope: '还不是：现在每一层都变了。请在“实验”里选“这个头”。',
    withHint: (amiss, hint) => amiss + hint,
    startOver: '这一步重来',
  },
  predictedRight: '你猜对了。',
  predictedWrong: (prediction, right) => `你猜的是“${prediction}”，实际是“${right}”。`,
  figures,
};
