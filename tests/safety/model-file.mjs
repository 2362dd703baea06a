// Makes the files of the default model as Blobs, with changes for tests of invalid files.
import { readFileSync } from 'node:fs';

const path = (name) => new URL(`../../models/default/${name}`, import.meta.url);
const bytes = readFileSync(path('model.safetensors'));
const headerLength = Number(bytes.readBigUInt64LE(0));
export const numbers = bytes.subarray(8 + headerLength);
export const header = () => JSON.parse(bytes.subarray(8, 8 + headerLength));
export const config = () => JSON.parse(readFileSync(path('config.json'), 'utf8'));
export const tokenizer = () => JSON.parse(readFileSync(path('tokenizer.json'), 'utf8'));

/**
 * Makes a safetensors file.
 * @param content header, as an object or as a text that may be invalid
 * @param body bytes after the header
 */
export function safetensors(content, body = numbers) {
  const text = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return new Blob([length, text, body]);
}

const json = (value) =>
  value instanceof Blob ? value : new Blob([typeof value === 'string' ? value : JSON.stringify(value)]);

/**
 * Files of the default model after `change` has changed their contents: header, body, config, tokenizer.
 * @param {(parts: any) => void} [change]
 */
export function modelFiles(change = () => undefined) {
  const parts = { header: header(), body: Buffer.from(numbers), config: config(), tokenizer: tokenizer() };
  change(parts);
  return {
    weights: safetensors(parts.header, parts.body),
    config: json(parts.config),
    tokenizer: json(parts.tokenizer),
  };
}
