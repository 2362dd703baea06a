// Worker side of opening a model: finds, describes and reads its files.
import { stories } from '../../entries/stories.js';
import type { Context, Inspected } from './inspected.js';
import type { KeptPrecision } from '../../engine/parameters/load-parameters.js';
import type { ModelFacts } from '../../engine/pretrained/model-facts.js';
import type { PretrainedFiles } from '../../engine/pretrained/load.js';

/** Source of a model: the user's files, or 'stories' for the story model that the page provides. */
export type Source = PretrainedFiles | 'stories';

async function filesOf(source: Source): Promise<PretrainedFiles> {
  if (source !== 'stories') return source;
  // The story model is fetched as files, since only the hashes of files can be written into exports.
  const names = ['weights', 'config', 'tokenizer'] as const;
  const files = await Promise.all(
    names.map(async (name) => [name, await fetchedFile(stories[name] as URL, STORIES[name])] as const),
  );
  return Object.fromEntries(files) as Record<(typeof names)[number], File>;
}

const STORIES = { weights: 'model.safetensors', config: 'config.json', tokenizer: 'tokenizer.json' } as const;

async function fetchedFile(url: URL, name: string): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${name}: expected the file, got ${answer.status}`);
  return new File([await answer.blob()], name);
}

/** Describes a model by its config.json and file headers. `firstLayer` and `open` then read the same files. */
export async function describe(
  inspected: Inspected,
  { source }: { source: Source },
  { signal }: Context,
): Promise<ModelFacts> {
  const { describeModel } = await import('../../engine/pretrained/load.js');
  const files = await filesOf(source);
  signal.throwIfAborted();
  inspected.files = files;
  return describeModel(files, signal);
}

/** Finds a model's files at a web address. @returns their URLs */
export async function find(
  _: Inspected,
  { address }: { address: string },
  { signal }: Context,
): Promise<PretrainedFiles> {
  const { findFiles } = await import('../../engine/pretrained/load.js');
  const found = await findFiles(address, signal);
  return JSON.parse(JSON.stringify(found)) as PretrainedFiles; // strings can be posted to the page; URL objects cannot
}

/**
 * Reads the model that was described last, after freeing the previous one. The progress is the share of its bytes that
 * has been read.
 */
export async function open(
  inspected: Inspected,
  { precision }: { precision: KeptPrecision },
  { signal, report }: Context,
): Promise<void> {
  inspected.close();
  const engine = await inspected.engine;
  await inspected.firstLayer.catch(() => undefined); // the request for the first layer reports its own error
  signal.throwIfAborted();
  const model = await engine.loadPretrained(inspected.files, {
    precision,
    signal,
    onProgress: throttled(report),
  });
  inspected.replace(model);
}

/**
 * Limits progress reports to one per percent, because a large model is read in thousands of parts, each of which
 * reports.
 */
function throttled(report: (done: number) => void): (done: number) => void {
  let last = 0;
  return (done) => {
    if (done - last < 0.01 && done < 1) return;
    last = done;
    report(done);
  };
}
