// 关于模型和注意力头的文字，中文。
import { measuredPatterns } from '../head-patterns.js';
import { patterns } from './head-patterns.js';
import { numbers } from './numbers.js';
import type { Models } from '../en/models.js';

const { count } = numbers;

export const models: Models = {
  model: '模型',
  models: { default: '翻译', untrained: '未训练', stories: '讲故事' },
  modelHelp: {
    default: '有编码器和解码器，训练来做翻译；各个头都测量过。',
    untrained: '只有一层注意力，权重是随机的。',
    stories: '只有解码器：一个 26 万参数的 Llama，能把故事接着写下去。',
  },
  continuation: {
    label: '接着写故事',
    beginning: '故事的开头',
    beginningHint: '用英文写一个故事的开头',
    note: '这个小模型只读过写给小孩子的英文故事，不懂中文，请用英文写开头。它读的常常只是词的一部分：-ed 接在前面的字母后面。▸ 表示文本的开始。',
    bytes: '它不认识汉字：每个汉字在它看来是三个字节，这里写作 你₁ 你₂ 你₃，接下去写出的内容没有意义。',
    goOn: '写下去',
    stop: '停',
    once: '写一个词元',
    temperature: '温度',
    sampling: '采样设置',
    temperatureHelp: '0：总是取最可能的词元。温度越高，越常抽到不那么可能的词元。',
    topP: 'Top-p',
    topPHelp: '只从最可能的几个词元里抽，取到它们的概率之和达到这个数为止。',
    seed: '种子',
    seedHelp: '同样的种子写出同样的故事。',
    next: '下一个词元最可能是',
    nextHelp: '点一个，就接着它写。灰色的是它所接的词。',
    chooseToken: (token, share) => `接着写“${token}”（${share}）`,
    ended: '故事到这里结束。',
    full: (most) => `写满了：这个模型最多读 ${count(most)} 个词元。`,
  },

  measuredHeads:
    '编号下面是这个头最常关注什么、占多少，在大量文本上测得；在眼前的文本里可能不同。只有编号的头没有简单规律。',

  measures: {
    natural: { what: '在自然句子里找对名词', rule: '最近的名词' },
    written: { what: '在与训练句相似的新句子里找对名词', rule: '最近的名词' },
    unseenNouns: { what: '在新的句式里找对新的名词', rule: '最近的名词' },
    unseenPredicates: { what: '谓语没见过时找对名词', rule: '最近的名词' },
    syntax: { what: '在树库里找对支配词', rule: '下一个词' },
    syntaxShort: { what: '同上，只算不超过 20 个词的句子', rule: '下一个词' },
    alignment: { what: '找对对齐的词', rule: '对角线' },
    ...measuredPatterns(patterns, '均匀权重'),
  },
  card: {
    open: '模型卡',
    noPattern: '这个头没有简单规律',
    attendsMost: (what, score, baseline) => `在 ${score} 的情况下，这个头最关注${what}；若权重均匀，只有 ${baseline}。`,
    attendsAtMost: (what, score, baseline) =>
      `这个头没有简单规律：最关注${what}的情况只占 ${score}（若权重均匀：${baseline}）。`,
  },
};
