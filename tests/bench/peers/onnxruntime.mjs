import * as ort from 'onnxruntime-web/wasm';
import { onnxModel } from '../models/onnx.mjs';
import { embedDimOf } from '../workloads.mjs';

export async function open({ form, threads = 1, folders: { ort: folder } }) {
  ort.env.wasm.numThreads = threads;
  if (folder) ort.env.wasm.wasmPaths = folder;
  return {
    async prepare(workload) {
      const { kind, batch, heads, seqLen, headDim } = workload;
      const session = await ort.InferenceSession.create(onnxModel(workload, form), { executionProviders: ['wasm'] });
      const shape = kind === 'attention' ? [batch, heads, seqLen, headDim] : [batch, seqLen, embedDimOf(workload)];
      return async (inputs) => {
        const feeds = Object.fromEntries(
          Object.entries(inputs).map(([name, data]) => [name, new ort.Tensor('float32', data, shape)]),
        );
        return (await session.run(feeds)).output.data;
      };
    },
  };
}
