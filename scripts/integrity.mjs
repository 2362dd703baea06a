// npm run integrity: prints the integrity attributes for pages that load the package from a CDN.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.mjs';

for (const file of [
  'dist/engine/attention-spotlight.js',
  'dist/engine/worker.js',
  'dist/inline/attention-spotlight.js',
  'dist/inline/attention-spotlight.classic.js',
  'dist/engine-inline/attention-spotlight-engine.js',
  'dist/engine-inline/classic/attention-spotlight-engine.js',
]) {
  const hash = createHash('sha384')
    .update(readFileSync(join(project, file)))
    .digest('base64');
  console.log(`${file}  sha384-${hash}`);
}
