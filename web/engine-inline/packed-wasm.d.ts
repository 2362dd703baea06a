// The module that scripts/inline/engine.mjs generates from the .wasm files.
declare module 'attention-spotlight:packed-wasm' {
  /** The engine's WebAssembly without relaxed SIMD, compressed with gzip, in base64. */
  export const SIMD: string;
  /**
   * The engine's WebAssembly with relaxed SIMD, as a patch of the other build (see patch.ts), compressed with gzip, in
   * base64.
   */
  export const RELAXED: string;
}
