// Fetches the whole private toolchain ahead of its use, as the Dockerfile does.
import { command } from '../say.mjs';
import { browser } from './browser.mjs';
import { emscripten } from './emscripten.mjs';
import { native } from './native.mjs';

await command(async () => {
  await emscripten();
  await native();
  await browser();
});
