// Model metadata for an exported file: the model's files, with their hashes if the files are available locally.
import { describe, expectObject } from '../../engine/core/checks.js';
import { KEPT_PRECISIONS, type KeptPrecision } from '../../engine/parameters/load-parameters.js';
import { sha256, type HashingOptions } from '../../engine/weights/sha256.js';
import type { FileOrigin } from '../../engine/pretrained/weights-origin.js';

/** A file that the model was loaded from. */
export interface FileFacts {
  readonly kind: FileOrigin['kind'];
  readonly name: string | null;
  /** Size of the file in bytes; null if the file is not available locally, as when it was loaded over the network. */
  readonly size: number | null;
  /** SHA-256 of the file as 64 hexadecimal digits; null if the file is not available locally. */
  readonly sha256: string | null;
}

export interface ModelFacts {
  /** Model family, such as GPT-2; null for the default model. */
  readonly family: string | null;
  readonly precision: KeptPrecision;
  /** The model's files; none for the default model and for models trained in this session. */
  readonly files: readonly FileFacts[];
}

/** Properties of a model that are written to exported files. */
export interface ExportedModel {
  readonly family?: string;
  readonly precision: KeptPrecision;
  readonly files?: readonly FileOrigin[];
}

/**
 * Checks that a value is a model, from which an export takes its facts.
 * @throws TypeError if the value is not a model
 */
export function expectExportedModel(name: string, value: unknown): ExportedModel {
  const model = expectObject(name, value) as unknown as ExportedModel & { run?: unknown };
  if (typeof model.run === 'function' && KEPT_PRECISIONS.includes(model.precision)) return model;
  throw new TypeError(`${name}: expected the model of the result, got ${describe(value)}`);
}

/**
 * Cache of file facts, which include hashes: results of one model are often exported several times, and hashing its
 * weights takes seconds.
 */
const known = new WeakMap<FileOrigin, FileFacts>();

/**
 * Collects the facts about a model for an exported file.
 * @throws the signal's reason if aborted; Error if a model file can no longer be read
 */
export async function factsOf(
  { family, precision, files = [] }: ExportedModel,
  { signal, onProgress }: HashingOptions,
): Promise<ModelFacts> {
  const facts: FileFacts[] = [];
  for (const file of files) {
    const progress = (share: number) => onProgress?.((facts.length + share) / files.length);
    const ofFile = known.get(file) ?? (await read(file, { ...(signal && { signal }), onProgress: progress }));
    known.set(file, ofFile);
    facts.push(ofFile);
  }
  return { family: family ?? null, precision, files: facts };
}

async function read({ kind, name, open }: FileOrigin, options: HashingOptions): Promise<FileFacts> {
  if (!open) return { kind, name, size: null, sha256: null };
  const source = await open();
  try {
    return { kind, name, size: source.size, sha256: await sha256(source, options) };
  } finally {
    source.close?.();
  }
}
