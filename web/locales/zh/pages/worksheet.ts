// 教案和练习单的文字，中文。题目来自课程。
import type { WorksheetTexts } from '../../en/pages/worksheet.js';

export const worksheet: WorksheetTexts = {
  title: '教案与练习单',
  sheets: {
    talk: '十分钟讲解',
    lesson: '一节课（45 分钟）',
    worksheet: '练习单：手算注意力',
    answers: '练习单：答案',
  },
  print: '打印',
  back: '回到聚光灯',
  who: '姓名：',
  date: '日期：',
  task: (number) => `${number}．`,
  average: '平均是',
  mark: '在图上标出这个点。它在三角形里面吗？',
  inside: '在里面：几个点的平均总在它们之间。',
  tasks: [
    { title: '平均', text: '' },
    { title: '分数 q·k', text: '把查询和每个键对应的数相乘，再把乘积加起来。' },
    {
      title: '从分数到权重',
      text: '把第 2 题的三个分数都除以 √2 = 1.414；再求 e = 2.718 的这些次方，各除以三个数的和。保留两位小数。',
    },
    {
      title: '完整的注意力',
      text: '三个词元，三个查询：求分数，除以 √2，每行做 Softmax，再对 V 的各行加权求和。保留两位小数。',
    },
    { title: '六道选择题', text: '' },
  ],
  plan: {
    columns: ['时间', '内容', '提问', '操作', '要点'],
    fromMinute: (minute) => `第 ${minute} 分钟`,
    minutes: (from, to) => `${from}–${to} 分钟`,
    tasks: (numbers) => `练习单第 ${numbers.join('、')} 题。`,
    talk: [
      '听众不需要数学基础。打开“课程”，按 P 进入全屏；PageDown、PageUp 前进后退，数字键记票，N 在另一个窗口打开讲稿。',
      '先让大家投票，再当着大家的面操作，最后才讲为什么。',
    ],
    lesson: [
      '适合知道“向量就是一串数”的班级。准备：投影仪，两人一台设备，练习单，计算器。不用注册，不用安装，输入的内容不会离开设备。',
      '下课时，学生能说出查询、键、值各是什么，能用手算出加权和，能说明掩码的作用。第 4 题留给做得快的同学，或作家庭作业。',
    ],
    phases: {
      opening: { title: '“它”指的是什么？', how: '投影：演示首页，先让全班投票。' },
      average: { title: '平均与加权平均', how: '两人一组做，然后对照。' },
      scores: { title: '权重从哪里来：q·k', how: '各自在纸上算，再到屏幕上检查。' },
      softmax: { title: 'Softmax，为什么除以 √d', how: '各自用计算器算，再做实验。' },
      masks: { title: '掩码与下一个词元', how: '投影，边投票边看。' },
      heads: { title: '多个头', how: '两人一组，各选一个头，说说它在做什么。' },
      learning: { title: '看模型学习', how: '投影：开始训练，一起等那个突然学会的时刻。' },
      quiz: { title: '回头看一看', how: '先自己做，再和同桌讨论。' },
    },
  },
};
