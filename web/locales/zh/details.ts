// 按需载入的文字，中文：少数模型才有的阶段、注意力的结果、单元格、表格、“各个头”。
import { patterns } from './head-patterns.js';
import type { Details } from '../en/details.js';

const meanShare = (pattern: string): string => `${pattern}得到的权重，只对有这个词元的查询取平均。`;

export const details: Details = {
  optionalNarration: {
    softmaxOff: 'Softmax 把每一行变成加起来等于 1 的权重。这个头已经关闭：随后它的权重都设为 0。',
    causallyMasked: '这里就是后面的所有词元：这是因果掩码。',
    nothingMasked: '这里没有掩码：每个词元都可以关注所有词元，分数保持不变。',
    unscaled: '除以 √d 这一步已经关闭。',
    dividedByTemperature: (temperature) => `分数除以温度 ${temperature}。`,
    rotate: {
      norm: '每个头先对查询和键做归一化（RMSNorm）：是否匹配只取决于方向，以及每一维学到的权重。',
      rotation:
        '查询和键里的数两两一组旋转，词元越靠后转得越多（旋转位置编码，RoPE）。这样 q\u00a0·\u00a0k 就取决于两个词元相距多远。',
      both: '每个头先对查询和键做归一化（RMSNorm），再按位置旋转，词元越靠后转得越多（旋转位置编码，RoPE）。这样 q\u00a0·\u00a0k 就取决于两个词元相距多远。',
    },
    cap: (limit) =>
      `给分数封顶：cap(x) = c·tanh(x / c)，这里 c = ${limit}。小的分数几乎不变，再大也不会超过 ±${limit}，任何一个分数都不至于压倒其余的分数。`,
    bias: '每个分数再加上一个偏置 B：一个学到的数，只取决于键离查询有多远，以及是哪一个头。这个注意力靠它知道词元的位置。',
    unscaledModel: '这个模型不除以 √d：它就是这样训练的，分数保持不变。',
    otherDivisor: (root) =>
      `所有分数都除以 √${root}，这个数由模型自己规定。否则分数太大，Softmax 会把权重几乎全给一个键。`,
  },
  consequence: {
    title: (token) => `“${token}”变成了什么`,
    similarity: '它的向量与下列词元的向量有多相似（余弦）',
    before: '本层之前',
    after: '本层之后',
    withoutHead: '去掉这个头',
    translation: '译文（模型很小，会译错）：',
    translationWithoutHead: '关闭这个头后的译文：',
    same: '不变',
    next: '它后面最可能是：',
    nextWithoutHead: '关闭这个头后：',
    little: (token) =>
      `单独一个头很少起决定作用。这里去掉它，模型写出的还是一样：残差连接和其他的头也在传递“${token}”的信息。`,
  },
  notes: {
    notScaled: '除以 √d 这一步已经关闭：分数保持不变。',
    allMasked: '这一行的键全都被掩码遮住了：权重都是 0。',
    switchedOff: '这个头已经关闭：它的权重都设为 0。',
    whyMaximum: 'e^(x − max)：先减去这一行最大的分数 max，e 的幂才不会溢出，而权重不变。',
    headOutput: 'A·V：权重 A 乘以值 V。',
    bias: '最后一个数是学到的偏置 b。',
    counting: '方括号里的编号从 0 开始。',
    unscaledModel: '这个模型不除以 √d：分数保持不变。',
    cap: 'c × tanh(x ÷ c)：接近 0 的分数几乎不变，再大也不会超过 c。',
    distance: '最后一个数是查询到键的这一距离对应的偏置，由训练得出，每个头各有一套。',
    rotary: 'RoPE：a 和 b 两个数按词元的位置转过一个角度，越靠后转得越多：a × cos + b × sin。',
    notRotated: '这个数不旋转：每个查询和键里只有前面一部分数旋转。',
    headNorm: 'RMSNorm：投影 X·W 里的这个数除以本头各数的均方根，再乘以学到的权重。',
    rmsNorm: 'RMSNorm：x 除以这个词元各数的均方根，再乘以学到的权重。',
    norm: 'LayerNorm：x 减去这个词元各数的平均值，除以它们的标准差，乘以学到的权重，再加上学到的偏置。',
    embedding: '词嵌入加上位置编码。',
    table: 'x 是两部分之和：这个词元在嵌入表里的各行（各乘以自己的系数），以及位置编码。',
    tokenTable: 'x 在嵌入表里这个词元的那一行。',
    residual: 'x 是前面各层逐步累加的结果：第一个数是上一个模块的输入，其余是其中注意力和前馈层的输出。',
    parameter: '这是学到的数：由训练得出，对每句话都一样。',
    crossResidual: 'x 是解码器本层自注意力的输入加上它的输出。',
  },
  arithmetic: '算式',
  moreTerms: (count) => `（其余 ${count} 项之和）`,
  showAllTerms: '显示所有项',
  showLargestTerms: '只显示最大的几项',
  change: (baseline, now) => `实验前后：${baseline} → ${now}`,
  attentionSteps: {
    scores: '分数 Q·Kᵀ',
    scaled: '缩放后的分数',
    capped: '封顶后的分数',
    biased: '加偏置后的分数',
    masked: '掩码后的分数',
    weights: '权重',
  },
  tableHint: '行是查询，列是键。在时间轴上选择步骤。',
  copyTable: '复制表格',
  oneRowOnly: (most) => `超过 ${most} 个词元时，这里只显示查询所在的一行；导出的 CSV 文件里有所有行。`,
  headsHelp: (theme) => [
    `每个小图是一个注意力头的权重矩阵：行是查询，列是键，颜色越${theme === 'dark' ? '亮' : '深'}，权重越大。点一下选中这个头，双击可看它是怎么算出来的。`,
  ],
  headsDifferenceHelp: [
    '每个小图表示一个注意力头的权重与没有干预时相差多少：行是查询，列是键。所有小图共用上方的色标：带加号的一端表示权重变大，另一端表示变小。点一下选中这个头。',
  ],
  headsMeasuredHelp:
    '百分数表示在没有用于训练的文本里，这个头有多大比例做到了编号下面所写的事。有两个数时，前一个是较难的句子，后一个是日常的句子。',
  aggregatesHelp: [
    '平均：同一层各个头的平均。Rollout（Abnar 与 Zuidema，2020）：假设每层输出的一半来自残差连接，经过到这一层为止的各层，每个位置从各个输入词元得到多少信息。',
  ],
  cellInHeads: (query, key) => `“${query}”→“${key}”：各头的权重写在各自图中的这个格子旁。`,
  sortHelp: {
    layer: '',
    role: '',
    worth: '去掉这个头，译文变差多少：每个词元多少纳特（两种语言的平均）。',
    entropy: '权重有多分散，以比特计：全部权重落在一个词元上时为 0。',
    distance: '查询关注的词元平均隔几个词元。',
    previous: meanShare(patterns.previous),
    itself: meanShare(patterns.itself),
    next: meanShare(patterns.next),
    first: meanShare(patterns.first),
  },
  pin: '与另一个头比较',
  unpin: '结束比较',
  pinHelp: '再选一个头：两个头并排显示在上方，旁边是它们的差。',
  pinSameHelp: '再选一个头，或者在“实验”里改动一处：改动前后会并排显示。',
  comparing: (one, other) => `上方并排的是 ${one} 和 ${other}，以及它们的差。`,
  alsoOff: (heads) => `同时关闭的还有：${heads.join('、')}。上面各层的头会随之改变。`,
  effect: {
    translation: '译文',
    next: (token) => `“${token}”后面最可能是`,
    unchanged: '不变：',
    nothing: '（空）',
  },
  noVisibleEffect: '你的干预几乎没有改变这个头的权重。',
  largestEffect: (head) => `变化最大的是${head}。`,
  compareHelp: '颜色和数字表示每个权重与没有干预时相差多少。',
  compareUnavailable: '干预改变了译文，词元不再对应，无法比较。',
};
