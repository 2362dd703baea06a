// The module that scripts/build-package.mjs makes of the files which inline.ts takes along.
declare module 'attention-spotlight:files' {
  /** Data URLs by file name: the .wasm files and the three files of the default model. */
  export const FILES: Readonly<Record<string, string>>;
  /** The code of the worker. */
  export const WORKER: string;
}
