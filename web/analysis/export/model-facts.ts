// Facts about a model that an exported file names: its files, with hashes where they are at hand.
import { describe, expectObject } from '../../engine/core/checks.js';
import { KEPT_PRECISIONS, type KeptPrecision } from '../../engine/parameters/load-parameters.js';
import { sha256, type HashingOptions } from '../../engine/weights/sha256.js';
import type { FileOrigin } from '../../engine/pretrained/weights-origin.js';

/** A file that the model was loaded from. */
export interface FileFacts {
  readonly kind: FileOrigin['kind'];
  /** null: it has none. */
  readonly name: string | null;
  /** Bytes, and 64 hexadecimal digits; null: the file is not at hand, like one that came over the network. */
  readonly size: number | null;
  readonly sha256: string | null;
}

export interface ModelFacts {
  /** null: the default model. */
  readonly family: string | null;
  readonly precision: KeptPrecision;
  /** None: it was trained here, or it is the default model. */
  readonly files: readonly FileFacts[];
}

/** Facts of a model that are exported. */
export interface ExportedModel {
  readonly family?: string;
  readonly precision: KeptPrecision;
  readonly files?: readonly FileOrigin[];
}

/** @throws TypeError if it is no model */
export function expectExportedModel(name: string, value: unknown): ExportedModel {
  const model = expectObject(name, value) as unknown as ExportedModel & { run?: unknown };
  if (typeof model.run === 'function' && KEPT_PRECISIONS.includes(model.precision)) return model;
  throw new TypeError(`${name}: expected the model of the result, got ${describe(value)}`);
}

/** A researcher exports several results of one model, and reading its weights takes seconds. */
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
