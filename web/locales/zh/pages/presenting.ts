// 演示用的文字，中文。
import type { PresentingTexts } from '../../en/pages/presenting.js';

export const presenting: PresentingTexts = {
  keys: (votes) =>
    `PageDown / PageUp：前进、后退${votes ? ' · 1、2、3：投票 · 0：清空投票' : ''} · N：讲稿 · Q：二维码 · B：黑屏 · Esc：结束`,
  opening: {
    answers: ['猫', '椅子'],
    hint: '1、2：投票 · PageDown：继续 · N：讲稿 · Q：二维码 · B：黑屏 · Esc：结束',
    notes: [
      '先请大家投票，再看图。可以追问：你是怎么知道的？语法并没有说，靠的是“累了”的意思。',
      '这些弧线是“它”在一个小模型的一个头里的注意力权重，不是画上去的，而是当场算出来的。和投票结果比一比，再问：把“累了”换成“很软”，会怎样？',
      '只换了一个词，这个头就关注到别处去了。按 PageUp 可以换回来。也要说明它有多少次是对的：它并不总对。接着问：这些数是从哪里来的？',
      '按 PageDown 一步步看计算过程，PageUp 后退。查询和键相乘得到分数，Softmax 把分数变成权重，输出就是值的加权求和。',
    ],
  },
  voted: (answers, counts) => `大家选的：${answers.map((answer, index) => `${answer} ${counts[index]!}`).join(' · ')}`,
  notes: {
    title: '讲稿',
    elapsed: (minutes, seconds) => `${minutes}:${seconds}`,
    ask: '提问：',
    answers: (answers) => answers.join(' / '),
    does: '然后操作：',
    point: '要点：',
    next: '下一步：',
    back: '上一步',
    onward: '下一步',
    blocked: '浏览器拦住了讲稿窗口。请允许本页弹出窗口，再按 N。',
    sections: {
      sentence: 'PageDown、PageUp 切换查询词元。每换一个，先问弧线会指向哪里，哪一条出乎意料。',
      computed:
        'PageDown 前进一步，PageUp 后退。做 Softmax 之前，先问哪个权重会最大；加权求和之前，先问哪个值占得最多。',
      story: 'PageDown、PageUp 切换查询词元。先问下一个词元会是什么、有多大把握，再看模型给出的候选。',
      learn: 'PageDown 前进一步，PageUp 后退。',
      lab: 'PageDown 前进一步，PageUp 后退。演示前设好的实验会保留：先关掉一样东西，再演示，请大家说说哪里变了。',
      training:
        'PageDown 开始训练，再按就暂停；PageUp 重新开始。先让大家说说曲线会怎样上升，再开始。可以问：哪个头会承担这件事，在第几步？',
      inside: 'PageDown、PageUp 依次切换各个视图。先看上面的问题：下一个词是什么，为什么不是另一个？',
    },
  },
};
