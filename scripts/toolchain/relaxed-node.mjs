// Starts Node with relaxed SIMD: Node 20 requires a flag; later versions enable it by default and reject the flag.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../paths.mjs';

const [major] = process.versions.node.split('.').map(Number);

export const RELAXED_FLAGS = major < 22 ? ['--experimental-wasm-relaxed-simd'] : [];

export function relaxedNode() {
  if (RELAXED_FLAGS.length === 0) return process.execPath;
  const starter = join(build, 'relaxed-node');
  mkdirSync(build, { recursive: true });
  writeFileSync(starter, `#!/bin/sh\nexec '${process.execPath}' ${RELAXED_FLAGS.join(' ')} "$@"\n`);
  chmodSync(starter, 0o755);
  return starter;
}
