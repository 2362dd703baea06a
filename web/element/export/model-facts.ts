// Facts about the exported model: its name, or what is known about a model that the page has passed in. Unknown facts
// are left out.
import { ofBlob } from '../../engine/weights/read-ahead.js';
import { sha256, type HashingOptions } from '../../engine/weights/sha256.js';
import type { Messages } from '../../locales/index.js';
import type { ModelName } from '../../view/model-names.js';
import type { ShownModel } from '../source/shown-model.js';

/**
 * Description of a model in an export: the name of a named model, or the known facts about one that the page has passed
 * in.
 */
export type ExportedModel = ModelName | Pick<ShownModel, 'family' | 'weights' | 'precision'>;

interface WeightsFacts {
  name?: string;
  sha256?: string;
}

interface GivenFacts {
  family?: string;
  weights?: readonly WeightsFacts[];
  precision?: string;
}

export type ModelFacts = ModelName | GivenFacts;

/** SHA-256 hashes of weight files, cached for repeated exports, since hashing a file takes seconds. */
const hashes = new WeakMap<File, Promise<string>>();

function hashOf(file: File, options: HashingOptions): Promise<string> {
  const known = hashes.get(file);
  if (known) return known;
  const hashing = sha256(ofBlob(file), options);
  hashes.set(file, hashing);
  hashing.catch(() => hashes.delete(file)); // hashing was canceled, or the file can no longer be read; the next export tries again
  return hashing;
}

/**
 * Collects the facts about a model for an exported file.
 * @throws the signal's reason when the user cancels; the browser's error if a model file can no longer be read
 */
export async function factsOf(model: ExportedModel, options: HashingOptions): Promise<ModelFacts> {
  if (typeof model === 'string') return model;
  const { family, precision, weights = [] } = model;
  const facts: WeightsFacts[] = [];
  for (const { name, file } of weights) {
    const onProgress = (share: number) => options.onProgress?.((facts.length + share) / weights.length);
    const hash = file && { sha256: await hashOf(file, { ...options, onProgress }) };
    facts.push({ ...(name !== null && { name }), ...hash });
  }
  const known = facts.filter((each) => Object.keys(each).length > 0);
  return {
    ...(family !== undefined && { family }),
    ...(known.length > 0 && { weights: known }),
    ...(precision !== undefined && { precision }),
  };
}

/**
 * Short name of the model for a table of exported numbers: its own name, the names of its weight files, or its family.
 */
export function shortNameOf(model: ExportedModel | null): string {
  if (model === null || typeof model === 'string') return model ?? '';
  const names = (model.weights ?? []).flatMap(({ name }) => name ?? []);
  return names.join(' ') || (model.family ?? '');
}

/** Caption with the names of the model's weight files and its family; '' for a named model, or if neither is known. */
export function nameOf({ export: texts }: Messages, model: ExportedModel): string {
  if (typeof model === 'string') return '';
  const { family, weights = [] } = model;
  const names = weights.flatMap(({ name }) => name ?? []);
  const known = [...names, ...(family === undefined ? [] : [family])];
  return known.length > 0 ? texts.model(known) : '';
}
