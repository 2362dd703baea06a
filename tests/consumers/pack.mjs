import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../scripts/paths.mjs';
import { run } from '../../scripts/say.mjs';

/** Packs the npm package into a folder, which is emptied first. Resolves with the path of the archive. */
export async function packInto(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('npm', ['pack', '--pack-destination', folder], { cwd: project });
  return join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz')),
  );
}
