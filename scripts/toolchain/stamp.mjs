// Runs work only once: a stamp in .toolchain records its input.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolchain } from '../paths.mjs';
import { step } from '../say.mjs';

/** Digest of files, with which checks of unchanged files are skipped. */
export const digestOf = (paths) =>
  paths.reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256')).digest('hex');

/** Runs `make` as a step with this title, unless it has already run for the same `recipe`. */
export async function once(name, recipe, title, make) {
  const stamp = join(toolchain, `${name}.stamp`);
  const wanted = JSON.stringify(recipe);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  mkdirSync(toolchain, { recursive: true });
  await step(title, make);
  writeFileSync(stamp, wanted);
}
