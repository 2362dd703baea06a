// 说明注意力头有多可靠、什么是注意力头的文字，中文。
import type { reliabilityEn } from './reliability-en.js';

export const reliabilityZh: typeof reliabilityEn = {
  reliability: {
    rates: {
      natural: (score, baseline) => `100 个这样的句子里答对 ${score} 个（若总选最近的名词：${baseline} 个）`,
      syntax: (score, baseline) => `100 个词里答对 ${score} 个（总选下一个词：${baseline} 个）`,
      alignment: (score, baseline) => `100 个词里答对 ${score} 个（按顺序对应：${baseline} 个）`,
    },
    anyRate: (score) => `100 个词里有 ${score} 个如此`,
    notMadeFor: '只针对代词训练过，用在别的词上没有多少意义',
    undecided: '没有把握：没有哪个词得到一半的权重。',
    oftenWrong: '没有把握：这个头经常出错。',
  },
  gloss: {
    ask: '什么是“头”？',
    answer: (heads) =>
      `注意力头是模型里的一个小部件：对每个词，它决定从其他各个词那里各取多少信息。这里有 ${heads} 个头，每个学到的东西不同，比如看前一个词，或者找出代词指的是什么。`,
    close: '关闭',
  },
};
