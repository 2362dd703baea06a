// HTTP servers for the tests: they serve folders, each at its own path and with its own headers, or any other
// responses.
import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** HTTP headers of a cross-origin isolated page, whose threads may share memory. */
export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Path of the file for a URL path, in the first folder whose prefix the URL path has. A URL path that ends like a
 * folder leads to its index.html.
 */
function fileOf(folders, path) {
  const [prefix, folder] = Object.entries(folders).find(([each]) => path.startsWith(each)) ?? [];
  if (prefix === undefined) return null;
  const file = join(folder, path.slice(prefix.length), path.endsWith('/') ? 'index.html' : '');
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

/** Starts an HTTP server on a free port. Resolves with { origin, close }. */
export async function listen(answer) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

/**
 * Starts a server that serves files.
 * @param folders folders by the prefix of their URL paths, as in { '/models/': …, '/': … }
 */
export const serve = (folders, headers = {}) =>
  listen((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const file = fileOf(folders, path);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (file) {
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
      createReadStream(file, { highWaterMark: 2 ** 20 }).pipe(response);
    } else response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  });
