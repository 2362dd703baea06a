// Facts about the model that an export names: the name of one of ours, or what is known of one that the page passes in.
// Unknown facts are left out.
import { ofBlob } from '../../engine/weights/read-ahead.js';
import { sha256, type HashingOptions } from '../../engine/weights/sha256.js';
import type { Messages } from '../../locales/index.js';
import type { ModelName } from '../../view/model-names.js';
import type { ShownModel } from '../source/shown-model.js';

/** A model of ours by its name, or the one that the page gives. */
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

/** A user exports a model more than once, and reading its weights takes seconds. */
const hashes = new WeakMap<File, Promise<string>>();

function hashOf(file: File, options: HashingOptions): Promise<string> {
  const known = hashes.get(file);
  if (known) return known;
  const hashing = sha256(ofBlob(file), options);
  hashes.set(file, hashing);
  hashing.catch(() => hashes.delete(file)); // canceled, or it can no longer be read
  return hashing;
}

/** @throws the signal's reason when the user cancels, and what the browser says where a file can no longer be read */
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

/** The model's name in a table: of ours, or of its files, or its family. */
export function shortNameOf(model: ExportedModel | null): string {
  if (model === null || typeof model === 'string') return model ?? '';
  const names = (model.weights ?? []).flatMap(({ name }) => name ?? []);
  return names.join(' ') || (model.family ?? '');
}

/** One line for people: the files and the family; '' for an unknown model, or one of ours. */
export function nameOf({ export: texts }: Messages, model: ExportedModel): string {
  if (typeof model === 'string') return '';
  const { family, weights = [] } = model;
  const names = weights.flatMap(({ name }) => name ?? []);
  const known = [...names, ...(family === undefined ? [] : [family])];
  return known.length > 0 ? texts.model(known) : '';
}
