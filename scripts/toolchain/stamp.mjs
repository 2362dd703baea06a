// Skips work that is already done: a stamp file in .toolchain records that it was done, and from which input.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolchain } from '../paths.mjs';
import { step } from '../say.mjs';

/** Digest of the contents of several files. Checks use it to skip unchanged files. */
export const digestOf = (paths) =>
  paths.reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256')).digest('hex');

/**
 * Calls `make`, as a step with this title, unless the stamp file `name` records that it has already run for the same
 * `recipe`, its input.
 */
export async function once(name, recipe, title, make) {
  const stamp = join(toolchain, `${name}.stamp`);
  const wanted = JSON.stringify(recipe);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  mkdirSync(toolchain, { recursive: true });
  await step(title, make);
  writeFileSync(stamp, wanted);
}
