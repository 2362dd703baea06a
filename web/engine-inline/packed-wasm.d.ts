// The module that scripts/inline/engine.mjs generates from the .wasm files.
declare module 'attention-spotlight:packed-wasm' {
  /** The build without relaxed SIMD: gzip, base64. */
  export const SIMD: string;
  /** The build with relaxed SIMD: a patch of the other build (patch.ts), gzip, base64. */
  export const RELAXED: string;
}
