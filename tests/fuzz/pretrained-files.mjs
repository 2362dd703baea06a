// Fuzzes files of pretrained models: a changed model must be rejected with an error that names the cause, or must run;
// another model that is in use must not be affected. A case is a chain of changes; other cases extend chains that lead
// to a new outcome.
import { attempt, expectSound, Finding, Hostile, MAX_MILLISECONDS } from './checks.mjs';
import { CHANGES } from './pretrained-changes.mjs';
import { ggufParts, safetensorsParts, servedParts, tokenizerParts, written } from './pretrained-parts.mjs';
import { addressOf, blobOf, openAnswers } from './file-sources.mjs';

const PARTS = { safetensors: safetensorsParts, gguf: ggufParts, tokenizer: tokenizerParts, served: servedParts };

const MAX_MEGABYTES = 64;
/**
 * Megabytes of memory that loading may take for each megabyte of JSON files, which are parsed as a whole, in addition
 * to MAX_MEGABYTES.
 */
const MAX_OF_JSON = 4;
const IDS = [1, 2, 3];

/** Pattern of loading errors: the message must begin with the name of an argument or of a part of a file. */
const NAMED =
  /^(weights(\[\d+\])?|config(\.\S+)?|tokenizer(\.\S+)?|preprocessor|options|files|layers|text(\[\d+\])?|precision|heads\S*): /;

/** Pattern of messages of JavaScript's own errors, such as TypeErrors, which indicate a bug in the library. */
const OF_JAVASCRIPT = /(Cannot |is not (a function|iterable)|Invalid .*length|call stack|out of bounds|undefined \()/s;

/** Parts of a model after a chain of random changes. A change that is not possible is skipped. */
function changedParts(attack, randoms) {
  const parts = PARTS[attack](randoms[0]);
  for (const random of randoms) {
    for (let times = random.pick([1, 1, 1, 2, 3]); times > 0; times--) {
      try {
        random.pick(CHANGES[attack])(parts, random);
      } catch {
        // The change is skipped, since the part that it changes has been removed before.
      }
    }
  }
  return parts;
}

/** Model files in the form in which loadPretrained takes them; null if the changed parts cannot be written. */
function filesOf(parts, random, isHonest = false) {
  let all;
  try {
    all = written(parts);
  } catch {
    return null;
  }
  const habits = isHonest ? {} : (parts.habits ?? {});
  const isServed = parts.isServed && habits.disk === undefined;
  const weights = all.weights.map((bytes, at) =>
    isServed ? addressOf(bytes, habits, at) : blobOf(bytes, habits.disk),
  );
  const rest = ['config', 'tokenizer'].flatMap((name) => {
    if (!all[name]) return [];
    const source = isServed ? addressOf(all[name], { ...habits, body: habits[name], ranges: undefined }, name) : null;
    return [[name, source ?? new Blob([all[name]])]];
  });
  const isAlone = weights.length === 1 && random.chance(0.9);
  return { weights: isAlone ? weights[0] : weights, ...Object.fromEntries(rest) };
}

/** Input with which the loaded model runs: a text, token ids or an image. */
function inputOf({ image }, { options, text }) {
  if (!image) return (options?.text ?? text) || IDS;
  const shape = [image.channels, image.height, image.width];
  return { data: new Float32Array(shape[0] * shape[1] * shape[2]).fill(0.5), shape };
}

/**
 * Checks that the loaded weights match the file, whatever a server or a disk does. The one exception is wrong bytes of
 * the right length, which the loader cannot detect.
 */
async function expectSame(engine, parts, random, run) {
  const { changed, disk, ranges } = parts.habits ?? {};
  if (!parts.isServed || changed || disk === 'changed') return;
  const model = await engine.loadPretrained(filesOf(parts, random, true), parts.options);
  const expected = model.run(inputOf(model, parts)).output.data.join();
  model.dispose();
  if (run.output.data.join() !== expected) throw new Finding(`other numbers than those of the file: ${ranges}`);
}

function use(model, parts) {
  const input = inputOf(model, parts);
  if (typeof input === 'string') model.tokenize(input);
  const run = model.run(input);
  expectSound(run.output, 'output');
  for (const [attention, layers] of Object.entries(run.layers)) {
    if (layers > 0) expectSound(run.attention(attention, layers - 1), attention);
  }
  run.decode();
  const isWhole = Object.keys(parts.options ?? {}).every((name) => name === 'precision');
  if (!isWhole || run.layers.decoder === 0 || model.labels.length > 0) return run;
  for (const token of model.generate(input, { maxTokens: 2 })) expectSound(token.layer('decoder', 0).weights, 'step');
  return run;
}

/** Kind of an error, by which outcomes are compared: its message without numbers, names and quoted text. */
const kindOf = ({ message }) =>
  message
    .replace(/'[^']*'/gs, "''")
    .replace(/(?<=^weights(\[\d+\])?: )[\w.]+(?=:)/, 'tensor')
    .replace(/\d+/g, '0')
    .slice(0, 100);

let inUse = null;

async function modelInUse(engine) {
  const { config, files } = safetensorsParts({ pick: () => 'llama' });
  const { weights } = written({ config, files, tokenizer: null, edits: [] });
  const blob = (bytes) => new Blob([bytes]);
  const model = await engine.loadPretrained({ weights: blob(weights[0]), config: blob(JSON.stringify(config)) });
  const compute = () => model.run(IDS).logits.data.join();
  return { engine, compute, expected: compute() };
}

const peak = () => process.resourceUsage().maxRSS / 1024;

const LONG_TENSOR = { data: new Float32Array(30_000), shape: [1, 1, 30_000, 1] };

/**
 * Heap size of the engine in bytes, measured after a call that C++ rejects for lack of memory: it frees the cached rows
 * of matrix products.
 */
async function heapOf(engine) {
  const { error } = await attempt(() => engine.traceAttention(LONG_TENSOR, LONG_TENSOR, LONG_TENSOR));
  if (!error?.message.startsWith('out of memory')) throw new Finding(`3.6 GB in one array: ${error ?? 'accepted'}`);
  return engine.heapSize;
}

/**
 * Attack on the files of pretrained models: runs one case with a chain of changes.
 * @param randoms random generators, one for each change of the chain
 * @returns the outcome of the case
 */
export const pretrainedFiles = (attack) => async (contexts, randoms) => {
  const { engine } = contexts[0];
  inUse ??= await modelInUse(engine);
  const random = randoms.at(-1);
  const parts = changedParts(attack, randoms);
  const aborting = new AbortController();
  const reason = new Hostile('aborted');
  if (parts.habits) parts.habits.abort = () => aborting.abort(reason);
  const files = filesOf(parts, random);
  if (files === null) return null;
  const [heap, before] = [await heapOf(engine), peak()];
  const options = parts.habits ? { ...Object(parts.options), signal: aborting.signal } : parts.options;
  const loading = await attempt(() => engine.loadPretrained(files, options));
  const { value: model } = loading;
  const error = loading.error === reason ? undefined : loading.error;
  await new Promise(setImmediate);
  const stillOpen = openAnswers();
  if (stillOpen > 0) throw new Finding(`${stillOpen} answers go on`);
  if (loading.error === reason) return 'aborted';
  if (error && aborting.signal.aborted) throw new Finding(`aborted, but: ${error.message}`);
  if (error && !NAMED.test(error.message)) throw new Finding(`an error without a file: ${error.message}`);
  if (error && OF_JAVASCRIPT.test(error.message)) throw new Finding(`an error of JavaScript: ${error.message}`);
  let outcome = error;
  let milliseconds = loading.milliseconds;
  if (model) {
    try {
      const used = await attempt(() => use(model, parts));
      if (used.value) await expectSame(engine, parts, random, used.value);
      outcome = used.error;
      milliseconds = Math.max(milliseconds, used.milliseconds);
    } finally {
      model.dispose();
    }
  }
  if (milliseconds > MAX_MILLISECONDS) throw new Finding(`took ${Math.round(milliseconds)} ms`);
  const taken = (await heapOf(engine)) - heap;
  if (taken !== 0) throw new Finding(`${taken} bytes stay taken`);
  const more = peak() - before;
  const ofJson = ['config', 'tokenizer'].reduce((sum, name) => sum + (files[name]?.size ?? 0), 0) / 2 ** 20;
  if (more > MAX_MEGABYTES + MAX_OF_JSON * ofJson) throw new Finding(`took ${Math.round(more)} MB`);
  if (inUse.compute() !== inUse.expected) throw new Finding('the model in use computes something else');
  return outcome ? kindOf(outcome) : 'runs';
};
