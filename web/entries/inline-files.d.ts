// Type of the module 'attention-spotlight:files', which scripts/build-package.mjs generates from the files that
// inline.ts embeds.
declare module 'attention-spotlight:files' {
  /** Data URLs by file name: the .wasm files and the three files of the default model. */
  export const FILES: Readonly<Record<string, string>>;
  /** Source code of the script that runs in the engine's workers. */
  export const WORKER: string;
}
