// Writer of the safetensors format (github.com/huggingface/safetensors): a JSON header, followed by the numbers.
import type { Tensor } from '../core/tensor.js';

export type NamedTensor = readonly [name: string, tensor: Tensor];

/** Alignment of the numbers in the file, in bytes. */
const ALIGNMENT = 8;

/**
 * Beginning of a safetensors file, with its header. The numbers of the tensors follow it in the file, one tensor after
 * another.
 */
export function safetensorsHeader(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let size = 0;
  for (const [name, { data, shape }] of tensors) {
    header[name] = { dtype: 'F32', shape, data_offsets: [size, (size += data.byteLength)] };
  }
  const written = new TextEncoder().encode(JSON.stringify(header));
  const length = Math.ceil(written.length / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(8 + length).fill(0x20, 8); // pads the header with spaces
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(written, 8);
  return bytes;
}

export function writeSafetensors(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const header = safetensorsHeader(tensors, metadata);
  const size = tensors.reduce((sum, [, { data }]) => sum + data.byteLength, header.length);
  const file = new Uint8Array(size);
  file.set(header);
  const numbers = new Float32Array(file.buffer, header.length);
  let at = 0;
  for (const [, { data }] of tensors) {
    numbers.set(data, at);
    at += data.length;
  }
  return file;
}
