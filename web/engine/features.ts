// Which of the two builds this browser or Node can run.

/** `simd`: 128-bit SIMD. `relaxed`: also relaxed SIMD, whose multiply-add is one instruction. */
export type Build = 'simd' | 'relaxed';

// A module whose one function is this body; each of the bodies uses one instruction of the proposal in question.
const moduleWith = (...body: number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic and version
    ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // one type: () → v128
    ...[0x03, 0x02, 0x01, 0x00], // one function of it
    ...[0x0a, body.length + 4, 0x01, body.length + 2, 0x00, ...body, 0x0b], // its body
  );

const zero = [0x41, 0x00]; // i32.const 0
const splat = [...zero, 0xfd, 0x0f]; // i8x16.splat
const simd = moduleWith(...splat);
const relaxed = moduleWith(...splat, ...splat, ...splat, 0xfd, 0x85, 0x02); // f32x4.relaxed_madd

const can = (module: Uint8Array<ArrayBuffer>): boolean =>
  typeof WebAssembly === 'object' && WebAssembly.validate(module);

/** The best build that runs here, or null where there is no WebAssembly SIMD at all. */
export function bestBuild(): Build | null {
  if (can(relaxed)) return 'relaxed';
  return can(simd) ? 'simd' : null;
}

/** Whether this build runs here. */
export const canRun = (build: Build): boolean => can(build === 'relaxed' ? relaxed : simd);
