// Measures translations of everyday sentences, each with and without its end mark, by human judgments. Each line of
// everyday/judged.tsv is a judgment: text, translation, right | wrong. A translation without a judgment is an error:
// `node training/measure/everyday.mjs MODEL_FOLDER` lists the translations that lack one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('../everyday/', import.meta.url));
const rows = (name) =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));

export const withoutEndMark = (text) => text.replace(/[.!?。！？]$/u, '');

function judgments() {
  if (!existsSync(join(folder, 'judged.tsv'))) return new Map();
  return new Map(rows('judged.tsv').map(([text, translation, verdict]) => [`${text}\t${translation}`, verdict]));
}

/**
 * Numbers of translations that were judged right, for each language: { from, withMark, without, n }. withMark counts
 * sentences with their end mark, `without` the same sentences without it.
 */
export function measureEveryday(model) {
  const judged = judgments();
  const isRight = (text) => {
    const verdict = judged.get(`${text}\t${model.run(text).decode().text}`);
    if (!verdict) throw new Error(`expected a judgment in everyday/judged.tsv of the translation of: ${text}`);
    return verdict === 'right';
  };
  return ['en', 'zh'].map((from) => {
    const texts = rows(`${from}.tsv`).map(([text]) => text);
    const right = (some) => some.filter(isRight).length;
    return { from, withMark: right(texts), without: right(texts.map(withoutEndMark)), n: texts.length };
  });
}

/** Translations of everyday sentences that have no judgment: [[text, translation, reference], …]. */
function unjudged(model) {
  const judged = judgments();
  return ['en', 'zh']
    .flatMap((from) => rows(`${from}.tsv`))
    .flatMap(([text, reference]) =>
      [text, withoutEndMark(text)].map((typed) => [typed, model.run(typed).decode().text, reference]),
    )
    .filter(([text, translation]) => !judged.has(`${text}\t${translation}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { createEngine } = await import('../../dist/engine/node.js');
  const file = (name) => pathToFileURL(join(process.argv[2], name));
  const engine = await createEngine();
  const model = await engine.loadModel({
    weights: file('model.safetensors'),
    config: file('config.json'),
    tokenizer: file('tokenizer.json'),
  });
  for (const row of unjudged(model)) console.log(row.join('\t'));
}
