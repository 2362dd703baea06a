import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const ending = process.platform === 'win32' ? '.exe' : '';

/** Full path of a program that is on the PATH; null if it is not. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program + ending);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      continue;
    }
  }
  return null;
}
