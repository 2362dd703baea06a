// transformers.js with the same ONNX graphs, for whole models. In Node, it would use ONNX Runtime's native library; the
// benchmark makes it use ONNX Runtime Web, as in a browser, from the folder of the package that it depends on.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const own = createRequire(import.meta.resolve('@huggingface/transformers'));
const ort = own('onnxruntime-web/wasm');
ort.env.wasm.numThreads = 1;
const InferenceSession = {
  create: (file, options) => ort.InferenceSession.create(new Uint8Array(readFileSync(file)), options),
};
globalThis[Symbol.for('onnxruntime')] = { ...ort, env: ort.env, Tensor: ort.Tensor, InferenceSession };
const { AutoModel, AutoModelForCausalLM, env, Tensor } = await import('@huggingface/transformers');
env.backends.onnx.wasm.wasmPaths = join(dirname(own.resolve('onnxruntime-web/wasm')), '/');
env.allowRemoteModels = false;

/**
 * Opens an ONNX model with transformers.js.
 * @param graph name of the ONNX file, whose weights are in another file beside it
 */
export async function open({ folder, graph }) {
  const weights = { path: `${graph}.data`, data: new Uint8Array(readFileSync(join(folder, 'onnx', `${graph}.data`))) };
  env.localModelPath = join(dirname(folder), '/');
  const load = (Model) =>
    Model.from_pretrained(basename(folder), {
      model_file_name: basename(graph, '.onnx'),
      dtype: 'fp32',
      device: 'auto',
      local_files_only: true,
      session_options: { executionProviders: ['wasm'], externalData: [weights] },
    });
  const isEncoder = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')).model_type === 'bert';
  const model = await load(isEncoder ? AutoModel : AutoModelForCausalLM);
  const tensor = (ids) => new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const inputs = (ids) => ({ input_ids: tensor(ids), attention_mask: tensor(ids.map(() => 1)) });
  return {
    encode: async (ids) => (await model(inputs(ids))).last_hidden_state.data,
    async generate(ids, maxTokens, take) {
      let isPrompt = true; // true for the first tokens that it reports, which are the prompt
      const put = ([given]) => {
        if (!isPrompt) take(Number(given.at(-1)));
        isPrompt = false;
      };
      const streamer = { put, end: () => undefined };
      await model.generate({ ...inputs(ids), max_new_tokens: maxTokens, do_sample: false, streamer });
    },
    close: () => model.dispose(),
  };
}
