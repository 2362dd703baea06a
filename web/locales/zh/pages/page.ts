// 元素周围的页面的文字，中文。
import type { PageTexts } from '../../en/pages/page.js';

export const page: PageTexts = {
  tagline: '看着 Transformer 的注意力一步步算出来',
  offline: '一切都在本机计算，你输入的内容不会离开这台设备。',
  licenses: '开源许可',
  theme: '浅色或深色',
  language: '语言',

  present: '全屏演示（p）',
  share: {
    open: '分享与导出',
    title: '带走这一页',
    close: '关闭',
    link: '当前画面的链接',
    copy: '复制链接',
    code: '链接的二维码',
    teaching: '给老师：教案与练习单',
    framed: '带说明的图：',
    copied: '已复制。',
    failed: '浏览器不允许复制，请直接复制地址栏里的网址。',
    picture: (type) => `图片（${type}）`,
    saved: (name) => `已保存为 ${name}。`,
    more: '视频、数据和嵌入代码在实验室的“导出”里。',
  },

  sections: {
    label: '栏目',
    names: {
      sentence: '句子',
      computed: '怎么算出来的',
      story: '讲故事',
      learn: '课程',
      lab: '实验室',
      inside: '看看模型内部',
    },
    training: '看模型学习',
  },
  opening: {
    question: '“它”指的是什么：猫，还是椅子？',
    asked: '它',
    anyQuestion: '选一个词：它关注哪些词？',
    story: '故事怎么接下去？模型往前看了哪里？',
    change: '换一个词试试：',
    before: '……因为它',
    words: ['累了', '很软'],
    ways: {
      learn: '看看它是怎么工作的',
      computed: '看它一步步算出来',
    },
    time: (steps, minutes) => `${steps} 小步，大约 ${minutes} 分钟`,
  },

  ownModel: {
    open: '打开自己的模型…',
    hint: (texts, images) =>
      `选一个 .gguf 文件，或者同时选 config.json、tokenizer.json 和 .safetensors。可以是 ${texts.slice(0, -1).join('、')} 和 ${texts.at(-1)}；${images.join('、')} 则选 config.json、preprocessor_config.json 和 .safetensors。文件只在你的浏览器里读取，不会传到任何地方。`,
    reading: (name) => `正在读取 ${name} …`,
    begun: (name) => `${name}：先显示第 1 层，其余各层正在读取 …`,
    shown: (name, layers, heads) => `${name}：${layers} 层，每层 ${heads} 个头。`,
    close: '回到本页自带的模型',
    classes: (classes) => `模型判断图中是：${classes.join('，')}。`,
    image: '打开一张图片，看模型关注图中哪里；点一个图像块，看它关注哪里。',
    drawn: '一幅画：房子',
    failed: (message) => `这个模型打不开。${message}`,
    faults: {
      image: '请先打开一个 ViT：config.json、preprocessor_config.json 和 .safetensors；再选图片。',
      unreadable: '读不了这张图片。请选 PNG、JPEG 或 WebP 文件。',
      onnx: 'ONNX 文件里既没有权重的名字，也没有注意力：请改选同一个模型的 .safetensors，连同 config.json 和 tokenizer.json。',
      pickle:
        'PyTorch 自己的格式里可能藏有程序，这里不打开：请改选同一个模型的 .safetensors，连同 config.json 和 tokenizer.json。',
      missing: '请选一个 .gguf 文件，或者同时选 config.json、tokenizer.json 和至少一个 .safetensors。',
    },
  },
};
