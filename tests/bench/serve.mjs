// Serves the built bench page and the peers' own files; on wish isolated, which their threads need.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { build, project } from '../../scripts/paths.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

const modules = join(import.meta.dirname, 'node_modules');
const FOLDERS = {
  '/litert/': join(modules, '@litertjs/core/wasm'),
  '/ort/': join(modules, 'onnxruntime-web/dist'),
  '/tfjs/': join(modules, '@tensorflow/tfjs-backend-wasm/dist'),
  '/ceiling/': join(build, 'ceiling'),
  '/models/': join(project, 'models'),
  '/': join(build, 'bench'),
};

export function serve({ isolated }) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const [under, folder] = Object.entries(FOLDERS).find(([prefix]) => path.startsWith(prefix));
    const file = join(folder, path.slice(under.length));
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (isolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) =>
    server.listen(0, 'localhost', () =>
      resolve({ address: `http://localhost:${server.address().port}/`, close: () => server.close() }),
    ),
  );
}
