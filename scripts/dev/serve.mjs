// Vite development server for the page, which also watches the C++ sources.
import { join, relative, sep } from 'node:path';
import { project } from '../paths.mjs';
import { say } from '../say.mjs';

const cpp = join(project, 'cpp');

/**
 * Wraps `work` in a function that never runs it twice at the same time. Calls during a run cause a single further run
 * after it.
 */
function oneAtATime(work) {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await work();
    }
    running = false;
  };
}

/**
 * Serves the page from its sources. Vite applies changes to TypeScript and CSS. After a change to C++, `rebuild` runs,
 * and the page reloads; if the build fails, the page shows the error. Resolves with { address, close }.
 */
export async function serveSources({ host, port, rebuild }) {
  const { createServer } = await import('vite');
  const server = await createServer({ configFile: join(project, 'vite.config.js'), server: { host, port } });
  const rebuildAndReload = oneAtATime(async () => {
    try {
      await rebuild();
      server.ws.send({ type: 'full-reload' });
    } catch {
      const message = 'The C++ does not compile. The terminal shows what the compiler says.';
      server.ws.send({ type: 'error', err: { message, stack: '' } });
    }
  });
  server.watcher.add(cpp);
  server.watcher.on('change', (path) => {
    if (!path.startsWith(cpp + sep)) return;
    say(`${relative(project, path)} has changed`);
    void rebuildAndReload();
  });
  await server.listen();
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
}
