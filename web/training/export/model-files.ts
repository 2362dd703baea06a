// Writes a trained model as the three files that engine.loadPretrained reads.
import type { Example, Task } from '../tasks/task.js';
import type { SavedModel } from '../run/messages.js';

export const FILE_NAMES = ['model.safetensors', 'config.json', 'tokenizer.json'] as const;
export type FileName = (typeof FILE_NAMES)[number];

const isText = (task: Task): boolean => task.name === 'text';

/** First character of a token that follows a space, as in SentencePiece. */
const SPACE = '▁';

/**
 * Creates the contents of a tokenizer.json in Hugging Face's format. In the task `text`, tokens are characters; in the
 * other tasks, spaces separate the tokens.
 */
export function tokenizerOf(task: Task): object {
  const space = { type: 'Metaspace', replacement: SPACE, prepend_scheme: 'always' };
  const characters = { type: 'Split', pattern: { Regex: '[\\s\\S]' }, behavior: 'Isolated', invert: false };
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: isText(task)
      ? characters
      : { type: 'Sequence', pretokenizers: [{ type: 'WhitespaceSplit' }, { ...space, split: false }] },
    post_processor: null,
    decoder: isText(task) ? { type: 'Fuse' } : space,
    model: {
      type: 'BPE',
      vocab: Object.fromEntries(task.vocabulary.map((token, id) => [isText(task) ? token : SPACE + token, id])),
      merges: [],
      ignore_merges: true,
      unk_token: null,
    },
  };
}

/** Input of the model in an example, written as text for the model's tokenizer. */
export function textOf(task: Task, { inputs, sources = inputs }: Example): string {
  return sources.map((token) => task.vocabulary[token]!).join(isText(task) ? '' : ' ');
}

const json = (value: object): Blob => new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' });

/** Name and files of a trained model, with an example as text for its tokenizer. */
export interface TrainedModel {
  name: string;
  text: string;
  files: File[];
}

/**
 * Creates the name and the files of a trained model, with an example.
 * @param step training step, which is part of the model's name
 */
export function trainedModel(saved: SavedModel, task: Task, example: Example, step: number): TrainedModel {
  const files = Object.entries(filesOf(saved, task)).map(([name, file]) => new File([file], name));
  return { name: `${task.name}-${step}`, text: textOf(task, example), files };
}

export const filesOf = ({ weights, config }: SavedModel, task: Task): Record<FileName, Blob> => ({
  'model.safetensors': new Blob([weights]),
  'config.json': json(config),
  'tokenizer.json': json(tokenizerOf(task)),
});
