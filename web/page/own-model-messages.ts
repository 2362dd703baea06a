// The page's texts on models from the user's files.
import type { Fault } from './chosen-files.js';
import type { Language } from '../messages/index.js';

export interface OwnModelMessages {
  open: string;
  /** @param texts families of language models @param images families of vision models */
  hint: (texts: readonly string[], images: readonly string[]) => string;
  reading: (name: string) => string;
  begun: (name: string) => string;
  shown: (name: string, layers: number, heads: number) => string;
  close: string;
  /** Appended to the status: the most probable classes of an image, as in 'tabby 80%'. */
  classes: (classes: readonly string[]) => string;
  /** Appended to the status: how to choose another image. */
  image: string;
  drawn: string;
  failed: (message: string) => string;
  faults: Record<Fault, string>;
}

/** List as in “BART, Marian and T5”. */
const inEnglish = new Intl.ListFormat('en-GB');

export const ownModelMessages: Record<Language, OwnModelMessages> = {
  en: {
    open: 'Open a model of your own…',
    hint: (texts, images) =>
      `One .gguf file, or config.json, tokenizer.json and .safetensors together: ${inEnglish.format(texts)}; or config.json, preprocessor_config.json and .safetensors of a ${images.join(', ')}. The files are read here, in your browser; nothing is sent anywhere.`,
    reading: (name) => `Reading ${name} …`,
    begun: (name) => `${name}: layer 1 is shown; reading the other layers …`,
    shown: (name, layers, heads) => `${name}: ${layers} layers of ${heads} heads.`,
    close: 'Back to the model of this page',
    classes: (classes) => ` It takes the image for: ${classes.join(', ')}.`,
    image: ' Open an image to see what the model attends to in it; click a patch to see where it attends.',
    drawn: 'A drawing of a house',
    failed: (message) => `This model cannot be opened. ${message}`,
    faults: {
      image: 'Choose a ViT first: config.json, preprocessor_config.json and .safetensors; then the image.',
      unreadable: 'This image cannot be read. Choose a PNG, JPEG or WebP file.',
      onnx: 'An ONNX file has neither the names of the weights nor the attention: choose the .safetensors of the same model, with config.json and tokenizer.json.',
      pickle:
        'A file of PyTorch’s own format can hold programs, and is not opened: choose the .safetensors of the same model, with config.json and tokenizer.json.',
      missing: 'Choose one .gguf file, or at once config.json, tokenizer.json and at least one .safetensors.',
    },
  },
  zh: {
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
