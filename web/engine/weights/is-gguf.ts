// Detects GGUF files by their first bytes.
import type { ByteSource, Reading } from './reading.js';

const MAGIC = 'GGUF';

export function* isGguf(source: ByteSource): Reading<boolean> {
  return String.fromCharCode(...(yield source.read(0, MAGIC.length))) === MAGIC;
}
