import { patterns } from '../../../head-patterns.js';
import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: '多个头',
  steps: [
    {
      text: [
        '对一句话，一个头只有一套权重。要同时关注几样东西，一层里就得有几个头，各有各的 W_Q、W_K、W_V。这里是编码器的所有头。',
        '训练时规定了该关注什么的，叫监督头；别的头自己找规律，它们关注什么，要事后才测得出来。',
      ],
      predict: { question: '这 16 个头里，有几个是监督头？', answers: ['3', '8', '16'] },
      task: '把“排列”改为“按作用”。',
      hint: '“排列”在各个头的上方。',
      saw: `{heads} 个头里有 {supervised} 个监督头。其余的头，{patterns} 个有简单的规律，比如“${patterns.next}”，{others} 个没有。`,
    },
    {
      text: [
        '再来看另一个头。它受过语法监督：每个词元应当关注它所依存的词，也就是它的支配词。比如“红房子”里，“红”依存于“房子”；“猫睡觉”里，“猫”依存于“睡觉”。',
      ],
      predict: { question: '“垫子”依存于哪个词？', answers: ['上', '坐在', '累了'] },
      task: '点一下“垫子”。',
      hint: '“垫子”在“坐在”后面。',
      saw: '“{word}”最关注“{first}”（{share}）。句子没变，权重却变了：这个头学的东西，和代词那个头不一样。',
    },
    {
      text: [
        '一个头有多大作用？把它关闭，让它的输出变成 0，看看有什么变化。每一层都以下面一层的输出为输入。',
        `现在选中的头在第 1 层，它关注${patterns.previous}。每个小图画的是一个头的权重变了多少。`,
      ],
      predict: { question: '关闭它以后，哪些头会变？', answers: ['同一层的头', '上面各层的头', '都不变'] },
      task: '在“实验”里，点“关闭这个头”。',
      hint: '只关闭这一个头，别的都不改。',
      saw: '关闭第 {layer} 层的头 {head} 以后，同层其他头的变化是 {beside}；上面各层里，第 {otherLayer} 层的头 {otherHead} 变得最多，有一个权重变了 {change}。',
    },
  ],
};
