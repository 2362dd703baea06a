// Serves the built page locally. In a container, the environment variable HOST makes the page reachable from outside.
import { join } from 'node:path';
import { project } from './paths.mjs';

/** Serves the built page. Resolves with { address, close }. */
export async function servePage(port) {
  const { preview } = await import('vite');
  const server = await preview({
    configFile: join(project, 'vite.config.js'),
    preview: { host: process.env.HOST ?? 'localhost', port },
    logLevel: 'warn',
  });
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
}
