import type { ChapterTexts } from '../../../../../course/texts.js';

export const chapter: ChapterTexts = {
  title: '注意力的代价',
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
  ],
};
