// How a GGUF file begins.
const MAGIC = 0x47475546; // 'GGUF'

export const isGguf = (file: ArrayBuffer): boolean => file.byteLength >= 4 && new DataView(file).getUint32(0) === MAGIC;
