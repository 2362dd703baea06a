// Shows a trained model in an <attention-spotlight> element (the lab). This module is loaded when the user opens the
// lab.
import { AttentionSpotlight } from '../../element/index.js';
import { sharedEngine } from '../../element/source/shared-engine.js';
import { filesOf, textOf } from './model-files.js';
import type { Example, Task } from '../tasks/task.js';
import type { PretrainedModel } from '../../engine/pretrained/pretrained-model.js';
import type { SavedModel } from '../run/messages.js';

export interface Opening {
  task: Task;
  example: Example;
  layer: number;
  head: number;
  lang: AttentionSpotlight['lang'];
  theme: AttentionSpotlight['theme'];
}

export interface Lab {
  element: AttentionSpotlight;
  model: PretrainedModel;
}

export async function openLab(saved: SavedModel, { task, example, ...opening }: Opening): Promise<Lab> {
  const files = filesOf(saved, task);
  const engine = await sharedEngine();
  const model = await engine.loadPretrained({
    weights: files['model.safetensors'],
    config: files['config.json'],
    tokenizer: files['tokenizer.json'],
  });
  const element = new AttentionSpotlight();
  const attention = example.sources ? 'cross' : 'decoder';
  return {
    model,
    element: Object.assign(element, {
      pretrained: model,
      text: textOf(task, example),
      attention,
      view: 'matrix',
      ...opening,
    }),
  };
}
