// Writes GGUF files (github.com/ggml-org/ggml, docs/gguf.md).
const ALIGNMENT = 32;
const [UINT32, FLOAT32, BOOL, TEXT, LIST] = [4, 6, 7, 8, 9];

const int32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const int64 = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const text = (value) => Buffer.concat([int64(Buffer.byteLength(value)), Buffer.from(value)]);
const float32 = (value) => Buffer.from(Float32Array.of(value).buffer);

/** GGUF's type code and the bytes of a metadata value. A number that is not an integer becomes a float32. */
function typed(value) {
  if (Array.isArray(value)) {
    if (typeof value[0] === 'boolean') {
      return [LIST, Buffer.concat([int32(BOOL), int64(value.length), Buffer.from(value)])];
    }
    const isFloat = value.some((each) => typeof each === 'number' && !Number.isInteger(each));
    const elements = value.map((each) => (isFloat ? [FLOAT32, float32(each)] : typed(each)));
    const [type] = elements[0] ?? [UINT32];
    return [LIST, Buffer.concat([int32(type), int64(value.length), ...elements.map(([, bytes]) => bytes)])];
  }
  if (typeof value === 'string') return [TEXT, text(value)];
  if (typeof value === 'boolean') return [BOOL, Buffer.of(Number(value))];
  return Number.isInteger(value) ? [UINT32, int32(value)] : [FLOAT32, float32(value)];
}

/**
 * Bytes of a GGUF file.
 * @param metadata values by key
 * @param tensors [name, { shape, type, bytes, shift }] with shapes as in PyTorch; `shift` is added to the tensor's
 * offset in the header, to make it wrong
 */
export function gguf(metadata, tensors, { version = 3 } = {}) {
  const keys = Object.entries(metadata).map(([key, value]) => {
    const [type, bytes] = typed(value);
    return Buffer.concat([text(key), int32(type), bytes]);
  });
  let offset = 0;
  const bodies = [];
  const infos = tensors.map(([name, { shape, type, bytes, shift = 0 }]) => {
    const info = [
      text(name),
      int32(shape.length),
      ...shape.toReversed().map(int64),
      int32(type),
      int64(offset + shift),
    ];
    const padding = -bytes.length & (ALIGNMENT - 1);
    bodies.push(bytes, Buffer.alloc(padding));
    offset += bytes.length + padding;
    return Buffer.concat(info);
  });
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    int32(version),
    int64(tensors.length),
    int64(keys.length),
    ...keys,
    ...infos,
  ]);
  return Buffer.concat([header, Buffer.alloc(-header.length & (ALIGNMENT - 1)), ...bodies]);
}
