// SHA-256 of files: it equals the one that Node.js computes, reports progress, and can be canceled.
import { createHash } from 'node:crypto';
import { ofBlob } from '../../web/engine/weights/read-ahead.js';
import { sha256 } from '../../web/engine/weights/sha256.js';

const PART = 2 ** 20;
const bytesOf = (length) => Uint8Array.from({ length }, (_, at) => (at * 2654435761) >>> 11);
const expected = (bytes) => createHash('sha256').update(bytes).digest('hex');

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000, PART - 1, PART, PART + 1, 2 * PART + 77])(
  '%i bytes',
  async (length) => {
    const bytes = bytesOf(length);
    expect(await sha256(ofBlob(new Blob([bytes])))).toBe(expected(bytes));
  },
);

test('reports progress and stops when canceled', async () => {
  const file = ofBlob(new Blob([bytesOf(2 * PART + 1)]));
  const shares = [];
  await sha256(file, { onProgress: (share) => shares.push(share) });
  expect(shares[0]).toBe(0);
  expect(shares[1]).toBeCloseTo(0.5, 5);
  const canceled = new AbortController();
  const hashing = sha256(file, {
    signal: canceled.signal,
    onProgress: (share) => share > 0 && canceled.abort(new Error('enough')),
  });
  await expect(hashing).rejects.toThrow('enough');
});
