import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: '代价与精度',
  steps: [
    {
      text: [
        '每个词元都要和所有词元比较，这是注意力的长处，也是它的代价：n 个词元有 n² 个权重，计算分数和输出要做 2·n²·d 次乘法，W_Q、W_K、W_V、W_O 的投影还要 4·n·d² 次。',
        '融合计算一块一块地算，输出一样，却从不保存整个矩阵。可以在你自己的设备上测一测。',
      ],
      predict: { question: '文章长了一倍，权重的个数是原来的几倍？', answers: ['2', '4', '8'] },
      task: '把 n 调到 100,000，比较内存。',
      saw: '词元多一倍，权重是原来的 {factor} 倍。{tokens} 个词元，一个头的整个矩阵要占 {full}，融合计算只占 {fused}。',
    },
    {
      text: [
        '人们想了不少办法：换个次序，算的还是同一个结果（FlashAttention）；只算一部分词元对（Longformer 的窗口、BigBird）；把键和值压短（Linformer）；或者换掉 Softmax（Performer、线性注意力）。',
        '这些方法都在这里用同样的向量计算。误差是与精确输出的距离，占精确输出长度的百分之几。',
      ],
      predict: {
        question: '融合计算是精确的。其余的方法里，哪一类离它最近？',
        answers: ['只算一部分词元对的', '把键和值压短的', '换掉 Softmax 的'],
      },
      task: '把所有方法都运行一遍。',
      saw: 'n = {tokens} 时，融合计算的误差是 {fused}，内存只要 1/{saved}。窗口的误差是 {window}，低秩是 {linformer}，线性注意力是 {linear}：没有专门训练过，它就是另一种注意力。',
    },
    {
      text: [
        '非用 Softmax 不可吗？relu(x) 在 x 为正时等于 x，否则等于 0。用它来代替，不必求指数，每个权重也可以单独算出来。',
      ],
      predict: { question: '用 relu 时，权重可能正好是 0 吗？', answers: ['可能', '不可能'] },
      task: '选 relu。',
      saw: '用 relu 时，{keys} 个权重里有 {zeros} 个正好是 0。不过总和是 {sum}，不是 1：输出的大小要看分数的大小。',
    },
    {
      text: [
        '一个 float32 数有 32 位。大模型存储和计算时用的位数更少：16 位（混合精度），或者 8 位整数，每行配一个比例。这个网页的模型文件就是 int8 的。',
      ],
      predict: {
        question: '从 32 位减到 8 位，输出会差多少？',
        answers: ['至多百分之几', '大约十分之一', '大约一半'],
      },
      task: '先看 float16，再选 int8。',
      saw: '用 int8，向量占的内存从 {before} 减到 {after}，输出的误差是 {int8}；用 float16，误差是 {half}。',
    },
    {
      text: [
        '照公式直接算 Softmax 有个陷阱：分数一大，e 的幂就超出 float32 的范围，它最大只到 3·10³⁸ 左右。',
        '办法是先让所有分数减去最大的分数。分子分母同时缩小，权重一点不变，而幂再也不会超过 1。',
      ],
      predict: { question: '最大的分数是 200，照公式直接算，结果是什么？', answers: ['和最大是 2 时一样', '算不出数'] },
      task: '把最大的分数设为 200。',
      saw: 'e 的 {score} 次方，用 float32 表示是 {power}，而 ∞/∞ 是 {naive}。先减去最大的分数，第一个权重就是 {weight}，这才对。',
    },
  ],
};
