// Loads a pretrained model for `engine.loadPretrained`. The file config.json determines the model's family.
import { expectArray, expectObject, expectOneOf, expectOptions, isA, isArray } from '../core/checks.js';
import { checkAsyncOptions } from '../core/async-options.js';
import { expectUrl } from '../core/urls.js';
import { messageOf } from '../core/file-contents.js';
import { checkHeads, checkModelConfig, checkTokenizerConfig } from '../transformer/model-config.js';
import { Safetensors } from '../weights/safetensors.js';
import { KEPT_PRECISIONS, type KeptPrecision } from '../parameters/load-parameters.js';
import { TransformerComputation } from '../transformer/transformer-computation.js';
import { TransformerModel } from '../translator/transformer-model.js';
import { ConfigFields } from './families/config-fields.js';
import { ImageTokenizer } from './image-tokenizer.js';
import { readJson } from './json-file.js';
import { PretrainedModel, type PretrainedParts } from './pretrained-model.js';
import { SubwordTokenizer, type ModelInput } from './subword-tokenizer.js';
import { filesAt } from './folder.js';
import { withClasses } from './families/text-classifier.js';
import { FAMILIES, FAMILY_NAMES, type FamilyName } from './families/index.js';
import { partOf, rowOf } from './model-part.js';
import { HttpSource } from '../weights/http-source.js';
import { originOf, type FileOrigin } from './weights-origin.js';
import { isGguf } from '../weights/is-gguf.js';
import { ofBlob } from '../weights/read-ahead.js';
import { readAsync, type ByteSource } from '../weights/reading.js';
import { Shards } from '../weights/shards.js';
import { factsOf, type ModelFacts } from './model-facts.js';
import type { BytePairFiles } from './byte-pair-files.js';
import type { WeightsFile } from '../weights/weights-file.js';
import type { FamilyModel } from './families/family.js';
import type { Loader } from '../transformer/model-loader.js';
import type { Module } from '../runtime/wasm-module.js';

type File = string | URL | Blob;

/** Files of a byte-level BPE tokenizer without a tokenizer.json, as GPT-2 and RoBERTa were published. */
export interface BytePairTokenizer {
  /** Location or contents of vocab.json. */
  vocab: File;
  /** Location or contents of merges.txt. */
  merges: File;
}

/**
 * Address of a model: the URL of a GGUF file, or of a folder that contains the model's files under their names at
 * Hugging Face. In Node, it may be a path.
 */
export type ModelAddress = string | URL;

/** Files of a model: those of a Hugging Face repository, or a single GGUF file. Each is given as a URL or a Blob. */
export interface PretrainedFiles {
  /** Weight file: model.safetensors, all of its parts if it is split, or a GGUF file. */
  weights: File | readonly File[];
  /** config.json of the model; not needed with a GGUF file, which contains its information. */
  config?: File;
  /**
   * tokenizer.json, or vocab.json and merges.txt; not needed with a GGUF file, which contains its tokenizer. Without a
   * tokenizer, texts are given as token ids.
   */
  tokenizer?: File | BytePairTokenizer;
  /**
   * preprocessor_config.json of a vision model. Without it, images are given as the normalized values that the model
   * reads.
   */
  preprocessor?: File;
  /**
   * Absent for a pretrained model: only the files of the default model have this field, by which the two types differ.
   */
  program?: never;
}

const MAX_FILES = 1000;
const JSON_FILES = ['config', 'tokenizer', 'preprocessor'] as const;
/**
 * Maximum size of each JSON file in bytes. The largest tokenizer.json files, with a quarter of a million tokens, reach
 * half of the limit.
 */
const MAX_BYTES = { config: 2 ** 24, tokenizer: 2 ** 26, preprocessor: 2 ** 20 } as const;

/** Options of `loadModel`: the part of the model that is loaded, the precision of its weights, progress and abort. */
export interface PretrainedOptions {
  /**
   * Number of layers to load, the first ones of each stack. A model without its last layer computes attention but does
   * not predict tokens. Default: all.
   */
  layers?: number;
  /** Text, or token ids, whose embedding rows are loaded. The model then runs on no other tokens. Default: all rows. */
  text?: ModelInput;
  /**
   * Precision of the weight matrices in memory: 'float32'; 'stored', as in the file (float16 and bfloat16 numbers, int8
   * with a scale per row, GGUF blocks); or 'int8' with a scale per row. Default 'float32'.
   */
  precision?: KeptPrecision;
  /** Signal that aborts loading. The promise is then rejected with the signal's reason, and all memory is freed. */
  signal?: AbortSignal;
  /** Called during reading with the share of the weight files' bytes that has been read, from 0 to 1. */
  onProgress?: (done: number) => void;
}

interface Named {
  name: string;
  source: ByteSource;
}

/**
 * A model whose files are open: config.json, the tokenizer and the headers of the weight files have been read, but no
 * weights.
 */
interface Opened {
  name: FamilyName;
  parts: FamilyModel;
  weights: WeightsFile;
  /** Contents of tokenizer.json, or the equivalent of another format; null if the model has no tokenizer. */
  tokenizer: unknown;
  /** Descriptions of the model's attention heads in config.json, not checked yet. */
  heads?: unknown;
}

/**
 * Cache of tokenizers by their file. A model's first layer may be loaded before the whole model, and both need the same
 * tokenizer.
 */
const TOKENIZERS = new WeakMap<Blob, SubwordTokenizer>();

export async function loadModel(
  value: unknown,
  loader: Loader,
  given?: unknown,
): Promise<PretrainedModel | TransformerModel> {
  const { precision: wanted = 'float32', ...options } = expectOptions('options', given, [
    'layers',
    'text',
    'precision',
    'signal',
    'onProgress',
  ]);
  const precision = expectOneOf('precision', wanted, KEPT_PRECISIONS);
  const { signal, onProgress } = checkAsyncOptions({ signal: options['signal'], onProgress: options['onProgress'] });
  signal?.throwIfAborted();
  const live = () => {
    signal?.throwIfAborted();
    return loader.live();
  };
  const sources: Named[] = [];
  // Controller that aborts pending reads if the caller aborts loading, or if one of several files is invalid.
  const ending = new AbortController();
  const abort = () => ending.abort(signal!.reason);
  signal?.addEventListener('abort', abort);
  const sourceOf = (name: string, file: unknown) => openFile(name, file, loader, ending.signal);
  try {
    const isAddress = typeof value === 'string' || isA(value, URL);
    const found = isAddress ? await filesAt(urlOf('files', value, loader, 'a URL'), sourceOf, live) : value;
    const files = expectOptions('files', found, ['weights', ...JSON_FILES]);
    const weights = weightsOf(files['weights']);
    const nameOf = (at: number) => (weights.length === 1 ? 'weights' : `weights[${at}]`);
    const pairs = bytePairsIn(files['tokenizer']);
    const tokenizerFile = files['tokenizer'] ?? weights[0]; // a GGUF file contains its tokenizer
    const optional = async (name: (typeof JSON_FILES)[number]): Promise<unknown> => {
      const known = name === 'tokenizer' && TOKENIZERS.get(tokenizerFile as Blob);
      if (known) return known;
      if (files[name] === undefined) return null;
      if (name === 'tokenizer' && pairs) return readBytePairs(pairs, sourceOf, live);
      return readJson(name, await sourceOf(name, files[name]), MAX_BYTES[name], live);
    };
    for (const [at, file] of weights.entries()) {
      const name = nameOf(at);
      sources.push({ name, source: await sourceOf(name, file) });
    }
    const reading = onProgress && reportReading(sources, onProgress);
    const [config, tokenizer, preprocessor] = await Promise.all(JSON_FILES.map(optional));
    if (isOfTranslator(config)) {
      expectOptions('options', given, ['signal']);
      expectOptions('files', found, ['weights', 'config', 'tokenizer']);
      return await readTranslator(sources, config, tokenizer, live);
    }
    const opened = await openModel(sources, [config, tokenizer], live);
    const { parts } = opened;
    reading?.expect(opened.weights.bytes);
    if (parts.image && tokenizer !== null) throw new TypeError('tokenizer: expected none for images, got one');
    if (!parts.image && preprocessor !== null) throw new TypeError('preprocessor: expected none for texts, got one');
    const origin = (kind: FileOrigin['kind'], file: unknown) =>
      originOf(kind, file, loader.openLocal, (url) => urlOf(kind, url, loader, 'a URL'));
    const beside = JSON_FILES.filter((name) => files[name] !== undefined).flatMap((name) => {
      const given = name === 'tokenizer' && pairs ? [pairs.vocab, pairs.merges] : [files[name]];
      return given.map((file) => origin(name, file));
    });
    const kept = { precision, files: [...weights.map((file) => origin('weights', file)), ...beside] };
    return await assemble(opened, tokenizerFile, preprocessor, options, kept, live);
  } finally {
    signal?.removeEventListener('abort', abort);
    for (const { source } of sources) source.close?.();
    ending.abort();
  }
}

/**
 * Reads the properties of a model from its config and from the headers of its files, without reading weights.
 * @throws TypeError or RangeError that names the unsupported field or tensor, as `loadModel` does
 */
export async function describeModel(files: PretrainedFiles, signal?: AbortSignal): Promise<ModelFacts> {
  const live = () => signal?.throwIfAborted();
  const ending = new AbortController();
  const sourceOf = (name: string, file: unknown) => openFile(name, file, {}, ending.signal);
  const sources: Named[] = [];
  try {
    for (const file of weightsOf(files.weights)) {
      sources.push({ name: 'weights', source: await sourceOf('weights', file) });
    }
    const { config: given } = files;
    const config =
      given === undefined ? null : await readJson('config', await sourceOf('config', given), MAX_BYTES.config, live);
    const { name, parts, weights } = await openModel(sources, [config, null], live);
    return factsOf(name, parts, weights);
  } finally {
    for (const { source } of sources) source.close?.();
    ending.abort();
  }
}

/** Vocab and merges files of a byte-pair tokenizer; null if the tokenizer is a single file, or if there is none. */
function bytePairsIn(tokenizer: unknown): BytePairTokenizer | null {
  if (typeof tokenizer !== 'object' || tokenizer === null || isA(tokenizer, URL) || isA(tokenizer, Blob)) return null;
  return expectOptions('tokenizer', tokenizer, ['vocab', 'merges']) as unknown as BytePairTokenizer;
}

async function readBytePairs(
  { vocab, merges }: BytePairTokenizer,
  sourceOf: (name: string, file: unknown) => Promise<ByteSource>,
  live: () => unknown,
): Promise<BytePairFiles> {
  const { BytePairFiles } = await import('./byte-pair-files.js');
  const sources = [await sourceOf('tokenizer.vocab', vocab), await sourceOf('tokenizer.merges', merges)] as const;
  return BytePairFiles.read(...sources, MAX_BYTES.tokenizer, live);
}

/**
 * Finds the files of a model at the URL of a folder or of a GGUF file.
 * @throws Error that names the file that is missing or could not be read
 */
export async function findFiles(address: string, signal?: AbortSignal): Promise<PretrainedFiles> {
  const ending = new AbortController();
  const abort = () => ending.abort(signal!.reason);
  signal?.addEventListener('abort', abort);
  try {
    const sourceOf = (name: string, file: unknown) => openFile(name, file, {}, ending.signal);
    return await filesAt(expectUrl('files', address), sourceOf, () => signal?.throwIfAborted());
  } finally {
    signal?.removeEventListener('abort', abort);
    ending.abort();
  }
}

/**
 * Calls `onProgress` with the share of the weight files' bytes that has been read. If the server does not state the
 * sizes of the files, `expect` of the result receives their sum from the file headers.
 */
function reportReading(files: Named[], onProgress: (done: number) => void): { expect: (bytes: number) => void } {
  let [size, read] = [0, 0];
  files.forEach(({ source }) => (size += source.size ?? 0));
  for (const file of files) {
    const { source } = file;
    file.source = {
      get size() {
        return source.size;
      },
      read: async (begin, end) => {
        const bytes = await source.read(begin, end);
        read += bytes.length;
        if (size > 0) onProgress(Math.min(1, read / size));
        return bytes;
      },
      close: () => source.close?.(),
    };
  }
  return { expect: (bytes) => (size ||= bytes) };
}

/** Creates a model from its open files: loads the parameters, or those of the part that the options select. */
async function assemble(
  { name, parts, weights, heads = [], tokenizer }: Opened,
  tokenizerFile: unknown,
  preprocessor: unknown,
  options: Readonly<Record<string, unknown>>,
  kept: Required<Pick<PretrainedParts, 'precision' | 'files'>>,
  live: () => Module,
): Promise<PretrainedModel> {
  const { encoder, decoder } = parts.description;
  const { vocabulary } = (encoder ?? decoder)!;
  const subwords = tokenizer === null ? null : await SubwordTokenizer.load(tokenizer, vocabulary);
  live();
  if (subwords && isA(tokenizerFile, Blob)) TOKENIZERS.set(tokenizerFile, subwords);
  const checkedHeads = checkHeads('config.heads', heads, parts.description);
  const part = partOf(parts, options, subwords);
  const images = parts.image ? new ImageTokenizer(parts.image, preprocessor) : null;
  const whole = { ...parts, precision: kept.precision, weights };
  const loading = TransformerComputation.load(live(), part ? { ...whole, ...part, unused: null } : whole);
  const computation = await readAsync(loading, live);
  return new PretrainedModel(name, computation, parts, {
    tokenizer: subwords,
    images,
    heads: checkedHeads,
    rowOf: part && rowOf(part.embedding),
    ...kept,
  });
}

/** Checks that the field `weights` is one file or several, and returns a list. */
function weightsOf(given: unknown): readonly unknown[] {
  const weights = isArray(given) ? expectArray('weights', given, MAX_FILES) : [given];
  if (weights.length === 0) throw new RangeError('weights: expected a file or several, got an empty array');
  return weights;
}

/** True for the config.json of a translation model like the default model, which does not name a family. */
const isOfTranslator = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && !('model_type' in config) && 'encoderLayers' in config;

async function readTranslator(
  files: readonly Named[],
  config: unknown,
  tokenizer: unknown,
  live: () => Module,
): Promise<TransformerModel> {
  if (files.length > 1) throw new RangeError(`weights: expected one file, got ${files.length}`);
  const parts = { config: checkModelConfig(config), tokenizer: checkTokenizerConfig(tokenizer) };
  const weights = await readAsync(Safetensors.open(files[0]!.source), live);
  return readAsync(TransformerModel.load(live(), { weights, ...parts }), live);
}

/**
 * URL of a file or a folder from a URL, a string or, in Node, a path. A single letter before a colon is the drive of a
 * path, not a scheme.
 */
function urlOf(name: string, value: unknown, { urlOfPath }: Pick<Loader, 'urlOfPath'>, accepted: string): URL {
  const isPath = typeof value === 'string' && value !== '' && !/^[a-z][a-z\d+.-]+:/i.test(value);
  return isPath && urlOfPath ? urlOfPath(value) : expectUrl(name, value, accepted);
}

/**
 * Opens one file of a model.
 * @param name name of the file in error messages
 * @param signal aborts the requests for the file
 */
async function openFile(
  name: string,
  file: unknown,
  loader: Pick<Loader, 'openLocal' | 'urlOfPath'>,
  signal: AbortSignal,
): Promise<ByteSource> {
  const unreadable = (cause: unknown): never => {
    signal.throwIfAborted();
    throw new Error(`${name}: the file could not be read: ${messageOf(cause)}`, { cause });
  };
  const url = isA(file, Blob) ? null : urlOf(name, file, loader, 'a URL or a Blob');
  const isLocal = url?.protocol === 'file:' && loader.openLocal !== undefined;
  const source = isLocal
    ? await loader.openLocal!(url).catch(unreadable)
    : url
      ? new HttpSource(url, signal)
      : ofBlob(file as Blob);
  return {
    get size() {
      return source.size;
    },
    read: (begin, end) => Promise.resolve(source.read(begin, end)).catch(unreadable),
    close: () => source.close?.(),
  };
}

/** Opens a model: reads the headers of its weight files, and combines them with its config and tokenizer. */
async function openModel(
  files: readonly Named[],
  [config, tokenizer]: readonly [unknown, unknown],
  live: () => unknown,
): Promise<Opened> {
  if (await readAsync(isGguf(files[0]!.source), live)) return openGguf(files, config, tokenizer, live);
  if (config === null)
    throw new TypeError('config: expected config.json, since the weights are no GGUF file; got none');
  const fields = expectObject('config', config);
  const name = expectOneOf('config.model_type', fields['model_type'], FAMILY_NAMES);
  const family = await FAMILIES[name]();
  const renamed = (tensor: string) =>
    family.renaming.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), tensor);
  const opened: Safetensors[] = [];
  for (const { source, name: file } of files) {
    opened.push(await readAsync(Safetensors.open(source, file, renamed), live));
    if (files.length > 1) source.close?.(); // a browser allows only a few connections to a server
  }
  const weights = opened.length === 1 ? opened[0]! : new Shards(opened);
  const read = new ConfigFields(fields, family.defaults);
  return {
    name,
    parts: withClasses(family.read(read, weights), read, weights),
    weights,
    tokenizer: tokenizerFor(name, tokenizer),
    heads: fields['heads'],
  };
}

/** Contents of a tokenizer.json; those of vocab.json and merges.txt are converted to the equivalent. */
const tokenizerFor = (family: FamilyName, read: unknown): unknown =>
  isBytePairs(read) ? read.asTokenizer(family) : read;

const isBytePairs = (read: unknown): read is BytePairFiles =>
  // BytePairFiles have a method, by which they differ from the parsed JSON of a tokenizer.json.
  typeof (read as Partial<BytePairFiles> | null)?.asTokenizer === 'function';

async function openGguf(
  files: readonly Named[],
  config: unknown,
  tokenizer: unknown,
  live: () => unknown,
): Promise<Opened> {
  if (files.length > 1) throw new RangeError(`weights: expected one GGUF file, got ${files.length} files`);
  if (config !== null) throw new TypeError('config: expected none beside a GGUF file, which says itself what it has');
  const { openGgufFile, familyOfGguf, readGguf } = await import('./gguf-model.js');
  const { tokenizerOfGguf } = await import('./gguf-tokenizer.js');
  const weights = await readAsync(openGgufFile(files[0]!.source), live);
  const name = familyOfGguf(weights);
  const parts = readGguf(weights, name, await FAMILIES[name]());
  return { name, parts, weights, tokenizer: tokenizerFor(name, tokenizer) ?? tokenizerOfGguf(weights.metadata) };
}
