// Downloads the whole private toolchain in advance, for the Dockerfile.
import { command } from '../say.mjs';
import { browser } from './browser.mjs';
import { emscripten } from './emscripten.mjs';
import { native } from './native.mjs';

await command(async () => {
  await emscripten();
  await native();
  await browser();
});
