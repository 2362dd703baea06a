// 演示用的文字，中文。
import type { PresentingTexts } from '../../en/pages/presenting.js';

export const presenting: PresentingTexts = {
  keys: (votes) =>
    `PageDown / PageUp：前进、后退${votes ? ' · 1、2、3：投票 · 0：清空投票' : ''} · N：讲稿 · Q：二维码 · B：黑屏 · Esc：结束`,
  opening: { answers: ['猫', '椅子'], hint: '1、2：投票 · PageDown：继续 · B：黑屏 · Esc：结束' },
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
      training:
        'PageDown 开始训练，再按就暂停；PageUp 重新开始。先让大家说说曲线会怎样上升，再开始。可以问：哪个头会承担这件事，在第几步？',
      inside: 'PageDown、PageUp 依次切换各个视图。先看上面的问题：下一个词是什么，为什么不是另一个？',
    },
  },
};
