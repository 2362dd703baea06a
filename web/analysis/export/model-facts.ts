// Model metadata in an exported file: the model's files, with their hashes if the files are available.
import { describe, expectObject } from '../../engine/core/checks.js';
import { KEPT_PRECISIONS, type KeptPrecision } from '../../engine/parameters/load-parameters.js';
import { sha256, type HashingOptions } from '../../engine/weights/sha256.js';
import type { FileOrigin } from '../../engine/pretrained/weights-origin.js';

/** A file that the model was loaded from. */
export interface FileFacts {
  readonly kind: FileOrigin['kind'];
  /** Name of the file; null if it has none. */
  readonly name: string | null;
  /**
   * Size in bytes, and SHA-256 as 64 hexadecimal digits; null for a file that is not available locally, such as one
   * loaded over the network.
   */
  readonly size: number | null;
  readonly sha256: string | null;
}

export interface ModelFacts {
  /** Family of the model; null for the default model. */
  readonly family: string | null;
  readonly precision: KeptPrecision;
  /** Files of the model; empty for a model trained here, and for the default model. */
  readonly files: readonly FileFacts[];
}

/** Exported properties of a model. */
export interface ExportedModel {
  readonly family?: string;
  readonly precision: KeptPrecision;
  readonly files?: readonly FileOrigin[];
}

/** @throws TypeError if the value is not a model */
export function expectExportedModel(name: string, value: unknown): ExportedModel {
  const model = expectObject(name, value) as unknown as ExportedModel & { run?: unknown };
  if (typeof model.run === 'function' && KEPT_PRECISIONS.includes(model.precision)) return model;
  throw new TypeError(`${name}: expected the model of the result, got ${describe(value)}`);
}

/** Cache of hashes: results of one model are often exported several times, and hashing its weights takes seconds. */
const known = new WeakMap<FileOrigin, FileFacts>();

/** @throws the signal's reason if aborted; Error if a file can no longer be read */
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
