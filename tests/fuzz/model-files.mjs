// Fuzzes the default model's files (bytes, strings, parts of JSON): each file must be rejected with an error that names
// it, or must load and run.
import { config, header, numbers, safetensors, tokenizer } from '../safety/model-file.mjs';
import { attempt, expectSound, Finding, MAX_MILLISECONDS } from './checks.mjs';
import { typo } from './changed-json.mjs';
import { spoil } from './hostile-values.mjs';
import { changeHeader } from './safetensors-header.mjs';

/** JSON text of a value in which a part has been changed; null if the changed value cannot be written as JSON. */
function spoiled(random, value) {
  const holder = { value };
  spoil(random, holder);
  try {
    return JSON.stringify(holder.value) ?? null;
  } catch {
    return null;
  }
}

function changedWeights(random) {
  const ways = [
    () => safetensors(spoiled(random, header()) ?? '{}'),
    () => {
      const changed = header();
      changeHeader(random, changed);
      return safetensors(changed);
    },
    () => safetensors(typo(random, JSON.stringify(header()))),
    () => safetensors(header(), numbers.subarray(0, random.int(0, numbers.length))),
    () => safetensors(header(), Buffer.concat([numbers, Buffer.alloc(random.int(1, 9))])),
    () => {
      const body = Buffer.from(numbers);
      for (let times = random.int(1, 30); times > 0; times--) body[random.int(0, body.length - 1)] = random.int(0, 255);
      return safetensors(header(), body);
    },
    () => new Blob([Buffer.from(Array.from({ length: random.int(0, 40) }, () => random.int(0, 255)))]),
  ];
  return random.pick(ways)();
}

function files(random) {
  const whole = {
    weights: safetensors(header()),
    config: JSON.stringify(config()),
    tokenizer: JSON.stringify(tokenizer()),
  };
  const part = random.pick(['weights', 'weights', 'config', 'tokenizer']);
  if (part === 'weights') whole.weights = changedWeights(random);
  else if (random.chance(0.5)) whole[part] = typo(random, whole[part]);
  else whole[part] = spoiled(random, part === 'config' ? config() : tokenizer()) ?? 'null';
  return { weights: whole.weights, config: new Blob([whole.config]), tokenizer: new Blob([whole.tokenizer]) };
}

export async function modelFile({ engine }, random) {
  const given = files(random);
  const { value: model, milliseconds } = await attempt(() => engine.loadModel(given));
  if (milliseconds > MAX_MILLISECONDS) throw new Finding(`loadModel: took ${Math.round(milliseconds)} ms`);
  if (!model) return;
  try {
    const { value } = await attempt(() => {
      const run = model.run('The cat sat on it.');
      return [run.attention('encoder', 0), run.attention('cross', 0), run.decode()].slice(0, 2);
    });
    for (const each of value ?? []) expectSound(each, 'attention');
  } finally {
    model.dispose();
  }
}
