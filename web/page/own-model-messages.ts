// What the page says of a model from the user's own files.
import type { Fault } from './chosen-files.js';
import type { Language } from '../messages/index.js';

export interface OwnModelMessages {
  open: string;
  hint: string;
  reading: (name: string) => string;
  begun: (name: string) => string;
  shown: (name: string, layers: number, heads: number) => string;
  close: string;
  failed: (message: string) => string;
  faults: Record<Fault, string>;
}

export const ownModelMessages: Record<Language, OwnModelMessages> = {
  en: {
    open: 'Open a model of your own…',
    hint: 'One .gguf file, or config.json, tokenizer.json and .safetensors together: Llama, Mistral, Qwen, Gemma, GPT-2, GPT-Neo, GPT-NeoX, OPT, BERT, RoBERTa and DistilBERT. The files are read here, in your browser; nothing is sent anywhere.',
    reading: (name) => `Reading ${name} …`,
    begun: (name) => `${name}: layer 1 is shown; reading the other layers …`,
    shown: (name, layers, heads) => `${name}: ${layers} layers of ${heads} heads.`,
    close: 'Back to the model of this page',
    failed: (message) => `This model cannot be opened. ${message}`,
    faults: {
      onnx: 'An ONNX file has neither the names of the weights nor the attention: choose the .safetensors of the same model, with config.json and tokenizer.json.',
      pickle:
        'A file of PyTorch’s own format can hold programs, and is not opened: choose the .safetensors of the same model, with config.json and tokenizer.json.',
      missing: 'Choose one .gguf file, or at once config.json, tokenizer.json and at least one .safetensors.',
    },
  },
  zh: {
    open: '打开自己的模型…',
    hint: '选一个 .gguf 文件，或者同时选 config.json、tokenizer.json 和 .safetensors。可以是 Llama、Mistral、Qwen、Gemma、GPT-2、GPT-Neo、GPT-NeoX、OPT、BERT、RoBERTa 和 DistilBERT。文件只在你的浏览器里读取，不会传到任何地方。',
    reading: (name) => `正在读取 ${name} …`,
    begun: (name) => `${name}：先显示第 1 层，其余各层正在读取 …`,
    shown: (name, layers, heads) => `${name}：${layers} 层，每层 ${heads} 个头。`,
    close: '回到本页自带的模型',
    failed: (message) => `这个模型打不开。${message}`,
    faults: {
      onnx: 'ONNX 文件里既没有权重的名字，也没有注意力：请改选同一个模型的 .safetensors，连同 config.json 和 tokenizer.json。',
      pickle:
        'PyTorch 自己的格式里可能藏有程序，这里不打开：请改选同一个模型的 .safetensors，连同 config.json 和 tokenizer.json。',
      missing: '请选一个 .gguf 文件，或者同时选 config.json、tokenizer.json 和至少一个 .safetensors。',
    },
  },
};
