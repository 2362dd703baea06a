// Texts that say how far a head can be trusted, and what a head is.
import type { MeasureName } from '../engine/model/model-config.js';

type Rate = (score: string, baseline: string) => string;

export const en = {
  reliability: {
    rates: {
      natural: (score, baseline) =>
        `right in ${score} of 100 such sentences (always taking the nearest noun: ${baseline})`,
      syntax: (score, baseline) => `right for ${score} of 100 words (always taking the next word: ${baseline})`,
      alignment: (score, baseline) => `right for ${score} of 100 words (going straight along: ${baseline})`,
    } as Partial<Record<MeasureName, Rate>>,
    anyRate: ((score) => `true of ${score} of 100 words`) as Rate,
    notMadeFor: 'trained on pronouns only: what it does with other words means little',
    undecided: 'Not sure: no word gets half of the weight.',
    oftenWrong: 'Not sure: this head is often wrong.',
  },
  gloss: {
    ask: 'What is a head?',
    answer: (heads: number) =>
      `An attention head is a small part of the model. For each word it decides how much to take from each other word. Here are ${heads} of them, and each has learned something of its own, such as looking at the word before, or finding what a pronoun refers to.`,
    close: 'Close',
  },
};

export const zh: typeof en = {
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
