// 术语表，中文。
import type { Glossary } from '../glossary.js';

export const glossary: Glossary = {
  step: '看课程里的这一步',
  source: '看它的出处',
  terms: {
    softmax: {
      words: ['Softmax'],
      says: 'Softmax 把任意几个数变成一个整体里的几份：以 e 为底、每个数为指数求幂，再各除以这些幂的和。',
    },
    bias: { words: ['偏置'], says: '偏置是加在结果上的一个数，不管输入是什么都加上；它由训练得出。' },
    embedding: {
      words: ['词嵌入', '嵌入表'],
      says: '词嵌入是一个词元最初的向量，也就是嵌入表里属于它的那一行；整张表由训练填好。',
    },
    encoder: {
      words: ['编码器'],
      says: '编码器是 Transformer 里负责读的部分：每个词元可以关注所有词元，不分前后。',
    },
    decoder: {
      words: ['解码器'],
      says: '解码器是 Transformer 里负责写的部分，一次写一个词元：每个词元只能关注自己和前面的词元。',
    },
    residual: {
      words: ['残差连接'],
      says: '残差连接把一层的输入直接加到它的输出上，这一层只需要算出该改动多少。',
    },
    feedForward: {
      words: ['前馈层', '前馈网络'],
      says: '前馈层是一个小网络：注意力把别的词元的信息取来以后，由它对每个词元单独加工。',
    },
    layerNorm: {
      words: ['LayerNorm', '层归一化'],
      says: 'LayerNorm（层归一化）把一个词元的各个数平移、缩放，使平均值为 0、标准差为 1，再乘以学到的权重，加上学到的偏置。',
    },
    rmsNorm: {
      words: ['RMSNorm'],
      says: 'RMSNorm 把一个词元的各个数除以它们的均方根，让所有词元大小相当，再乘以学到的权重。',
    },
    variance: { words: ['方差'], says: '方差表示一组数散得多开：每个数与平均值之差的平方，再求平均。' },
    standardDeviation: { words: ['标准差'], says: '标准差表示一组数通常离平均值多远，是方差的平方根。' },
    gradient: {
      words: ['梯度'],
      says: '梯度表示一个数稍微变一点，结果会变多少；训练时，每个数都朝误差变小的方向移动一点。',
    },
    entropy: {
      words: ['熵'],
      says: '熵表示份额分得多均匀：全归一个是 0 比特，两个各占一半是 1 比特，八个各占八分之一是 3 比特。',
    },
    nat: {
      words: ['纳特'],
      says: '纳特衡量意外的程度：模型给一个词元的概率是 p，写出它就值 −ln p 纳特；1 纳特等于 1.44 比特。',
    },
    uniform: {
      words: ['均匀权重', '权重均匀'],
      says: '均匀权重就是每个权重都一样，好像这个头不在乎关注谁：十个词元，各占 10%。',
    },
    rollout: {
      words: ['Rollout'],
      says: 'Rollout 把各层的权重依次相乘，看每个输入词元的信息有多少可能经过所有这些层，传到某个位置。',
    },
    topP: {
      words: ['top-p'],
      says: 'top-p：只从最可能的几个词元里抽取下一个词元，它们的概率加起来达到 p 为止，其余不太可能的都不要。',
    },
  },
};
