import { loadAndCompile, Tensor } from '@litertjs/core';
import { loadBuild } from '../peers/litert.mjs';

/**
 * Opens a TFLite model with LiteRT.js.
 * @param read returns a file of the model as a Blob, by its name
 */
export async function open({ read, build, threads = 1, folders }) {
  await loadBuild(build, threads, folders);
  const model = await loadAndCompile(new Uint8Array(await (await read('model.tflite')).arrayBuffer()), {
    accelerator: 'wasm',
    cpuOptions: { numThreads: threads },
  });
  return {
    async encode(ids) {
      const input = new Tensor(Int32Array.from(ids), [1, ids.length]);
      const [output] = await model.run([input]);
      const data = output.toTypedArray();
      for (const each of [input, output]) each.delete();
      return data;
    },
  };
}
