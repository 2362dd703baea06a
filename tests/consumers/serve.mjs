// Serves a folder, with headers of one's own.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Resolves with { origin, close }. */
export function serve(folder, headers = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (path === '/favicon.ico') response.writeHead(204).end();
    else if (!existsSync(file) || !statSync(file).isFile()) response.writeHead(404).end();
    else
      createReadStream(file).pipe(
        response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream'),
      );
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }),
    ),
  );
}
