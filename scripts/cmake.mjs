// CMake builds by the presets of CMakePresets.json.
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { run } from './say.mjs';

const presets = join(project, 'CMakePresets.json');

/** Configures a preset, unless that was done since the presets changed. @param prefixes paths for CMake */
export async function configure(preset, folder, { command = [], prefixes, env }) {
  const configured = join(folder, 'build.ninja');
  if (existsSync(configured) && statSync(configured).mtimeMs > statSync(presets).mtimeMs) return;
  const [program, ...args] = [...command, 'cmake', '--preset', preset, `-DCMAKE_PREFIX_PATH=${prefixes.join(';')}`];
  await run(program, args, { cwd: project, env });
}

export const compile = (folder, { env }) =>
  run('cmake', ['--build', folder, '--parallel', String(availableParallelism())], { env });
