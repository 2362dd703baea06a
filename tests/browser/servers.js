// The package's files as a CDN serves them, on an origin of their own.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Serves the package as a CDN does, and an empty page. */
export function serve(origins) {
  const server = createServer((request, response) => {
    const file = join(import.meta.dirname, '../../dist', new URL(request.url, 'http://x').pathname);
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.url === '/') response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>empty</title>');
    else if (!existsSync(file)) response.writeHead(404).end();
    else createReadStream(file).pipe(response.setHeader('Content-Type', TYPES[extname(file)] ?? 'text/plain'));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      origins.push(server);
      resolve(`http://127.0.0.1:${server.address().port}`);
    });
  });
}
