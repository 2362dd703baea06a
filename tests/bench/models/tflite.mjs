import { embedDimOf, weightsOf } from '../workloads.mjs';
import { causalMask } from './onnx.mjs';
import { GraphBuilder } from './tflite-graph.mjs';
import { attention, multihead } from './tflite-layers.mjs';

export function tfliteModel(workload) {
  const { kind, batch, heads, seqLen, headDim, isCausal } = workload;
  const graph = new GraphBuilder();
  if (kind === 'attention') {
    const inputs = ['query', 'key', 'value'].map((name) => graph.tensor(name, [batch, heads, seqLen, headDim]));
    return graph.finish(inputs, attention(graph, inputs, workload, isCausal ? causalMask(seqLen) : null));
  }
  const d = embedDimOf(workload);
  const { inProj, inProjBias, outProj, outProjBias } = weightsOf(workload);
  const [query, key, value] = [0, 1, 2].map((index) => ({
    weight: inProj.slice(index * d * d, (index + 1) * d * d),
    bias: inProjBias.slice(index * d, (index + 1) * d),
  }));
  const layers = { query, key, value, output: { weight: outProj, bias: outProjBias } };
  const input = graph.tensor('input', [batch, seqLen, d]);
  return graph.finish([input], multihead(graph, input, layers, workload));
}
