import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { project } from './paths.mjs';
import { run } from './say.mjs';

const presets = join(project, 'CMakePresets.json');

/**
 * Configures a CMake preset in the preset's build folder, unless the folder is newer than the presets. `prefixes` are
 * CMake's package search paths.
 */
export async function configure(preset, folder, { prefixes, env }) {
  const configured = join(folder, 'build.ninja');
  if (existsSync(configured) && statSync(configured).mtimeMs > statSync(presets).mtimeMs) return;
  await run('cmake', ['--preset', preset, `-DCMAKE_PREFIX_PATH=${prefixes.join(';')}`], { cwd: project, env });
}

/** Builds the named CMake targets in a configured folder; all targets if none are named. */
export const compile = (folder, { env }, ...targets) =>
  run(
    'cmake',
    ['--build', folder, '--parallel', String(availableParallelism()), ...targets.flatMap((name) => ['--target', name])],
    { env },
  );
