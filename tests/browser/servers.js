// A second server, of another origin than the page's, with the package's files (as a CDN would serve them) and an empty
// page.
import { join } from 'node:path';
import { serve as serveFolders } from '../serve.mjs';

const folders = {
  '/dist/': join(import.meta.dirname, '../../dist'),
  '/models/': join(import.meta.dirname, '../../models'),
  '/': join(import.meta.dirname, 'empty'),
};

/**
 * Starts a server of another origin and adds it to `servers`, for the caller to close.
 * @returns its origin
 */
export async function serve(servers, headers = {}) {
  const server = await serveFolders(folders, { 'Access-Control-Allow-Origin': '*', ...headers });
  servers.push(server);
  return server.origin;
}

/** Playwright's global setup: serves the built page to all tests, with its address in PAGE_ORIGIN. */
export default async function servePage() {
  const { origin, close } = await serveFolders({ '/': join(import.meta.dirname, '../../build/page') });
  process.env.PAGE_ORIGIN = origin;
  return close;
}
