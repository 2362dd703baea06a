import { loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { tfliteModel } from '../models/tflite.mjs';
import { embedDimOf } from '../workloads.mjs';

/**
 * Loads LiteRT.js from a folder, where it chooses the file with relaxed SIMD if that is supported, or from a specific
 * file.
 */
export const loadBuild = (build, threads, { litert: folder }) =>
  loadLiteRt(build === 'simd' ? `${folder}litert_wasm_compat_internal.js` : folder, { threads: threads > 1 });

export async function open({ build, threads = 1, folders }) {
  await loadBuild(build, threads, folders);
  return {
    async prepare(workload) {
      const { kind, batch, heads, seqLen, headDim } = workload;
      const model = await loadAndCompile(tfliteModel(workload), {
        accelerator: 'wasm',
        cpuOptions: { numThreads: threads },
      });
      const shape = kind === 'attention' ? [batch, heads, seqLen, headDim] : [batch, seqLen, embedDimOf(workload)];
      return async (inputs) => {
        const tensors = Object.values(inputs).map((data) => new Tensor(data, shape));
        const [output] = await model.run(tensors);
        const data = output.toTypedArray();
        for (const each of [...tensors, output]) each.delete();
        return data;
      };
    },
  };
}
