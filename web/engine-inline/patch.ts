/**
 * Applies a binary patch to a base. The patch begins with the length of the result. Then, until that length is reached,
 * follow the number of new bytes, these bytes, the number of bytes to copy from the base, and the distance of their
 * start from the end of the last copy (2·distance if after it, 2·distance − 1 if before it). Numbers are LEB128.
 * scripts/inline/wasm-patch.mjs creates patches.
 */
export function patched(base: Uint8Array, patch: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = patch[at++]!;
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  const result = new Uint8Array(number());
  let length = 0;
  const append = (bytes: Uint8Array): void => {
    result.set(bytes, length);
    length += bytes.length;
  };
  for (let from = 0; length < result.length;) {
    const added = number();
    append(patch.subarray(at, at + added));
    at += added;
    const copied = number();
    const moved = number();
    from += moved % 2 === 0 ? moved / 2 : -(moved + 1) / 2;
    append(base.subarray(from, from + copied));
    from += copied;
  }
  return result;
}
