// 说明注意力头有多可靠、什么是注意力头的文字，中文。
import type { Reliability } from '../en/reliability.js';

export const reliability: Reliability = {
  reliability: {
    rates: {
      natural: (score, baseline, harder) =>
        `100 个日常句子里答对 ${score} 个${harder === undefined ? '' : `，100 个较难的句子里答对 ${harder} 个`}（若总选最近的名词：对 ${baseline} 个）`,
      syntax: (score, baseline) => `100 个词里答对 ${score} 个（若总选下一个词：对 ${baseline} 个）`,
      alignment: (score, baseline) => `100 个词里答对 ${score} 个（若按顺序对应：对 ${baseline} 个）`,
    },
    tallies: {
      natural: {
        says: (score) => `100 个这样的日常句子里，这个头能找对 ${score} 个。`,
        rule: (baseline) => `若总选最近的名词：对 ${baseline} 个`,
      },
    },
    harder: (score) => `100 个较难的句子：${score} 个`,
    anyRate: (score) => `100 个词里有 ${score} 个如此`,
    or: '和',
    limits: {
      text: (languages) => `只用${languages}的完整句子测试过，对这段文字不一定准`,
      pronoun: () => '只针对代词（他、她、它、他们……）训练过，用在别的词上没有多少意义',
      sentence: () => '只测试过单句，而且代词前面有两个名词，用在这里不一定准',
      first: () => '第一个词元没有可找的对象',
      mark: () => '只测试过词，没有测试过标点',
      changed: () => '测试时没有干预，有了干预不一定准',
    },
    otherText: (languages) => `这是在${languages}文本上测出的，在这段文字里可能不同。`,
    undecided: '没有把握：没有哪个词得到一半的权重。',
    unsure: (right) => `没有把握：像这样拿不定的时候，100 次里只答对 ${right} 次。`,
  },
  gloss: {
    ask: '什么是“头”？',
    answer: (heads) =>
      `注意力头是模型里的一个小部件：对每个词，它决定从其他各个词那里各取多少信息。这里有 ${heads} 个头，每个学到的东西不同，比如看前一个词，或者找出代词指的是什么。`,
    close: '关闭',
  },
};
