// Serves the built page to all tests, and puts its address into PAGE_ORIGIN.
import { join } from 'node:path';
import { serve } from '../serve.mjs';

export default async function servePage() {
  const { origin, close } = await serve(
    { '/': join(import.meta.dirname, '../../build/page') },
    { 'Cache-Control': 'max-age=3600' },
  );
  process.env.PAGE_ORIGIN = origin;
  return close;
}
