// The user's model in the form that the <attention-spotlight> element requires: its properties are known, and its
// results are promises, which the host of the model answers.
import { Answers } from './answers.js';
import { HostConnection } from './host-connection.js';
import { RemoteRun } from './remote-run.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { ModelFacts, ModelPart } from './model-host.js';
import type { ModelToken } from '../../engine/pretrained/subword-tokenizer.js';
import type { PretrainedFiles } from '../../engine/pretrained/load.js';
import type { RgbaImage } from '../../engine/pretrained/image-tokenizer.js';
import type { ShownRun } from '../../element/source/shown-model.js';
import type { Tensor } from '../../engine/core/tensor.js';

const RECENT_TEXTS = 8;

export interface RemoteModel extends ModelFacts {
  tokenize: (text: string) => Promise<ModelToken[]>;
  parameter: (name: string, rows?: readonly number[]) => Promise<Tensor>;
  run: (
    input: string | RgbaImage,
    options: { intervene: Intervention; target?: string; after?: ShownRun },
  ) => Promise<RemoteRun>;
  /** Frees the model's memory, and rejects promises of pending results. */
  dispose: () => void;
}

/**
 * Opens a model, or a part of it, in a new host.
 * @throws the error of the file that cannot be read; the signal's reason if aborted
 */
export async function openModel(files: PretrainedFiles, part: ModelPart, signal: AbortSignal): Promise<RemoteModel> {
  const connection = new HostConnection();
  const abort = () => connection.end(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    return remoteModel(connection, await connection.ask((host) => host.open(files, part)));
  } catch (error) {
    connection.end(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function remoteModel(connection: HostConnection, facts: ModelFacts): RemoteModel {
  const [tokens, parameters] = [new Answers(RECENT_TEXTS), new Answers()];
  return {
    ...facts,
    tokenize: (text) => tokens.once([text], () => connection.ask((host) => host.tokenize(text))),
    parameter: (name, rows) =>
      parameters.once([name, rows], () => connection.ask((host) => host.parameter(name, rows))),
    run: async (input, { after, ...options }) => {
      const before = after instanceof RemoteRun ? { after: after.id } : {};
      const run = await connection.ask((host) => host.run(input, { ...options, ...before }));
      return new RemoteRun(connection, facts, run);
    },
    dispose: () => connection.end(new Error('this model has been closed')),
  };
}
