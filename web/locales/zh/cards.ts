// 模型卡，中文。
import type { Cards } from '../en/cards.js';

export const cards: Cards = {
  default: {
    intro: [
      '一个小型 Transformer，结构与最初的论文相同：编码器四层，解码器两层，每层 4 个头，共 190 万个 8 位权重。它用公开文本专为 Spotlight 训练。它的翻译只供观察，不能实用。',
      '其中四个头在训练时受到监督，学过该关注什么。这里的每个分数都是在没有用于训练的文本上，用本页运行的同一个引擎测得的。括号里是一条简单规则在同样文本上的分数，以及样例数。',
    ],
    limits: [
      '人名、职业和含多个分句的文本：在 GAP、WinoBias 和 WinoGrande 上，它不比简单规则强。',
      '生僻词：训练时没见过的词，它只能从字形去猜。',
      '中文句法：训练用到的中文句法树不到 3,000 棵。',
      '翻译：只适用于短小的日常句子。',
    ],
    sources:
      '训练数据：Tatoeba（CC-BY 2.0 FR），CC-CEDICT 词典、维基词典例句和游戏 Cataclysm: DDA（CC BY-SA），Universal Dependencies 的 EWT、PUD、GSDSimp、HK、CFL（CC BY-SA），GAP（Apache-2.0），WinoGrande（CC-BY），KnowRef 以及模型卡中列出的小型语料，还有我们自己的模板。权重以 CC BY-SA 4.0 发布。完整的模型卡：models/default/MODEL_CARD.md。',
  },
  stories: {
    intro: [
      'stories260K：一个 Llama，5 层，每层 8 个头，共用 4 组键和值，词表有 512 个词元。Andrej Karpathy 用 TinyStories 训练了它，那是 GPT-3.5 和 GPT-4 写给小孩子的英文短故事。这里的权重是 8 位的。',
      '没有一个头受过监督。每个头都用本页的引擎测量：一部分用模型自己写的故事，一部分用重复的随机词元；前面没有这种词元的不计入。括号里是权重完全均匀时的分数，以及样例数。',
    ],
    limits: [
      '只懂英文，而且只懂这一类故事。',
      '语法通顺，但写不了多久就会跑题。',
      '在随机词元上有某种作用的头，在故事里不一定起同样的作用。',
    ],
    sources: '权重：MIT 许可，来自 karpathy/tinyllamas。完整的模型卡：models/stories/MODEL_CARD.md。',
  },
  words: {
    close: '关闭',
    title: '这个模型和它的注意力头',
    place: (attention, layer, head) => `${attention} ${layer + 1}.${head + 1}`,
    unsupervised: '这个头最常关注',
    scored: (language, score, rule, baseline, n) => `${language} ${score}（${rule}：${baseline}，n = ${n}）`,
    fails: '出错的例子：',
    failure: (query, attended, right) => `“${query}”关注的是“${attended}”，正确的是“${right}”`,
    supervisedHeads: '监督头',
    unsupervisedHeads: (heads) => `${heads} 个非监督头`,
    limitsTitle: '局限',
  },
};
