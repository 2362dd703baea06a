// Detects which WebAssembly builds the platform supports.

/** A build of the engine. `simd` uses 128-bit SIMD, `relaxed` uses relaxed SIMD with fused multiply-add. */
export type Build = 'simd' | 'relaxed';

// Returns the bytes of a WebAssembly module with a single function. Each function body below uses an instruction of the
// feature to be detected.
const moduleWith = (...body: number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // one type: () → v128
    ...[0x03, 0x02, 0x01, 0x00], // one function of type 0
    ...[0x0a, body.length + 4, 0x01, body.length + 2, 0x00, ...body, 0x0b], // body of the function
  );

const zero = [0x41, 0x00]; // instruction i32.const 0
const splat = [...zero, 0xfd, 0x0f]; // instruction i8x16.splat
const tryCatchAll = [0x06, 0x40, 0x19, 0x0b]; // instructions try, catch_all, end
const simd = moduleWith(...tryCatchAll, ...splat);
// Bytes of a module that uses the instruction f32x4.relaxed_madd of relaxed SIMD.
const relaxed = moduleWith(...tryCatchAll, ...splat, ...splat, ...splat, 0xfd, 0x85, 0x02);

const can = (module: Uint8Array<ArrayBuffer>): boolean =>
  typeof WebAssembly === 'object' && WebAssembly.validate(module);

/** Best build that the platform supports; null if WebAssembly lacks SIMD or exceptions. */
export function bestBuild(): Build | null {
  if (can(relaxed)) return 'relaxed';
  return can(simd) ? 'simd' : null;
}

/** True if threads cannot share memory because the page is not cross-origin isolated. */
export const isNotIsolated = (): boolean =>
  (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated === false;

/** True if threads can share memory, as in Node and in cross-origin isolated pages. */
export const canShareMemory = (): boolean => typeof SharedArrayBuffer === 'function' && !isNotIsolated();

export const canRun = (build: Build): boolean => can(build === 'relaxed' ? relaxed : simd);
