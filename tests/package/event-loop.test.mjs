// Asynchronous calls of the engine let other events be handled. The test runs in Node's own test runner, since Jest
// delivers messages in another way.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { project } from '../../scripts/paths.mjs';

const PROGRAM = `
  const { EventLoop } = await import(process.argv[1]);
  const events = new EventLoop();
  let isOver = false;
  setTimeout(() => (isOver = true), 20);
  const start = performance.now();
  let parts = 0; // since the timer was due
  while (!isOver && parts < 200) {
    await events.yield();
    const begin = performance.now();
    while (performance.now() < begin + 1); // a part takes a millisecond
    if (begin > start + 20) ++parts;
  }
  events.close();
  console.log(parts);`;

test('a timer gets its turn between two parts of the work', () => {
  const module = pathToFileURL(join(project, 'dist/engine/core/event-loop.js')).href;
  const parts = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM, module], { encoding: 'utf8' });
  expect(Number(parts)).toBeLessThan(20);
});
