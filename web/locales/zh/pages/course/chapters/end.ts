import type { ChapterTexts } from '../../../../chapter-texts.js';

export const chapter: ChapterTexts = {
  title: '回头看一看',
  steps: [
    {
      text: [
        '一句话说注意力：每个词元拿自己的查询和所有键比较，再对所有值求加权平均。',
        '一个公式说注意力：head = softmax(Q·Kᵀ / √d)·V；所有的头合起来：x + Concat(head_1, …)·W_O + b_O。里面的每个符号，都在某一章里讲过。',
      ],
      task: '读一读小结；还有没做的，可以回去做。',
      saw: '{tasks} 个任务，你做完了 {done} 个。',
    },
    {
      text: ['六道题。选了以后会说明对在哪里、错在哪里；选错了可以再选。'],
      task: '把六道题都答对。',
      saw: '{questions} 道题全部答对，中间选错了 {mistakes} 次。',
      point: '六道题都答对，就懂得注意力了。',
    },
    {
      text: [
        '现在写一句你自己的话，中文、英文，或者中英混着写都可以。放一个“它”或别的代词进去，看看这个头能不能找到它指的是谁。',
        '下面的链接打开的就是你这句话。发给朋友，问问他们会怎么理解。',
      ],
      predict: { question: '这个头能找对吗？', answers: ['能', '不能'] },
      task: '写一句自己的话，至少四个词元。',
      hint: '不要用课程里的句子，至少写四个词元。',
      saw: '“{word}”最关注“{first}”（{share}）。这是你想说的意思吗？也可以选别的词看看。',
    },
  ],
};
