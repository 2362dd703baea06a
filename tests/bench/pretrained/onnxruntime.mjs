// ONNX Runtime Web with its WebAssembly backend, for whole models as ONNX graphs. The KV cache is an output of one step
// and an input of the next.
import * as ort from 'onnxruntime-web/wasm';

function largest(logits) {
  let best = 0;
  for (let id = 1; id < logits.length; ++id) if (logits[id] > logits[best]) best = id;
  return best;
}

/**
 * Opens an ONNX model with ONNX Runtime Web.
 * @param read returns a file of the model as a Blob, by its name
 * @param graph name of the ONNX file, whose weights are in another file beside it
 */
export async function open({ read, graph, threads = 1, folders: { ort: folder } = {} }) {
  ort.env.wasm.numThreads = threads;
  if (folder) ort.env.wasm.wasmPaths = folder;
  const bytes = async (name) => new Uint8Array(await (await read(`onnx/${name}`)).arrayBuffer());
  const session = await ort.InferenceSession.create(await bytes(graph), {
    executionProviders: ['wasm'],
    externalData: [{ path: `${graph}.data`, data: await bytes(`${graph}.data`) }],
  });
  const input = (ids) => new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const cached = session.inputMetadata.filter(({ name }) => name.startsWith('past_key_values'));
  const empty = ({ shape: [, heads, , headDim] }) => new ort.Tensor('float32', [], [1, heads, 0, headDim]);
  return {
    encode: async (ids) => (await session.run({ input_ids: input(ids) })).last_hidden_state.data,
    async generate(ids, maxTokens, take) {
      let past = Object.fromEntries(cached.map((each) => [each.name, empty(each)]));
      let next = ids;
      for (let count = 0; count < maxTokens; ++count) {
        const { logits, ...present } = await session.run({ input_ids: input(next), ...past });
        past = Object.fromEntries(
          Object.entries(present).map(([name, tensor]) => [name.replace('present', 'past_key_values'), tensor]),
        );
        next = [largest(logits.data)];
        take(next[0]);
      }
    },
    close: () => session.release(),
  };
}
