import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: '输出投影、残差与 LayerNorm',
  steps: [
    {
      text: [
        '四个头，四份输出。先把它们并排接起来（拼接），再乘以一个学到的矩阵 W_O，这样每个头都能影响词元的每一个数。然后加上偏置 b_O，它对所有词元都一样。',
        '最后，残差连接让词元保留自己原来的向量：新的 x = x + Concat(head_1, …)·W_O + b_O。',
      ],
      predict: {
        question: '“它”原来的向量 x，和这一层加上去的全部，哪一个更长？',
        answers: ['原来的 x', '加上去的', '差不多长'],
      },
      task: '只关掉 x，也就是残差连接，别的都不动。',
      saw: '“它”原来的向量长 {own}，各个头和偏置加上去的长 {added}。有 x 时，总和的方向和 x 几乎一样（余弦 {with}）；没有 x 就不一样了（{without}）：只过一层，就不知道原来是哪个词元了。',
    },
    {
      text: [
        'Transformer 的一个块，由注意力和前馈层（一个带 relu 的小网络）组成。两部分各有一条残差连接，把输入加到输出上；又各配一个 LayerNorm（层归一化），把每个词元的数平移、缩放，使均值为 0，标准差（方差的平方根）为 1。',
        '最早的 Transformer 把它放在每一部分之后（后归一化），后来的模型大多放在前面（前归一化）。',
      ],
      predict: {
        question: '开始时标准差是 3。用后归一化，经过 12 个块，标准差是多少？',
        answers: ['更大', '大约是 1', '几乎是 0'],
      },
      task: '调到 12 个块。',
      saw: '标准差原来是 {input}；用后归一化，经过 {depth} 个块是 {post}；用前归一化则长到 {pre}，因为残差连接从来不缩放。',
    },
  ],
};
