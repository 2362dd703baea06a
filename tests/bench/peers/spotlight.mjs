import { embedDimOf, weightsOf } from '../workloads.mjs';

/**
 * Opens Spotlight's engine as a peer of the benchmark.
 * @param reuses true if all outputs of a workload are written to the same array
 * @param entry module of another build's engine; default: this package, whose name is literal, since bundlers require
 * that
 */
export async function open({ build, workers = 0, threads = 1, reuses = false, entry }) {
  const { createEngine, tensor } = await (entry ? import(entry) : import('attention-spotlight'));
  const into = (shape) => (reuses ? { out: new Float32Array(shape.reduce((size, each) => size * each, 1)) } : {});
  const engine = await createEngine({ build, workers, threads });
  return {
    prepare(workload) {
      const { kind, batch, heads, seqLen, headDim, isCausal } = workload;
      if (kind === 'attention') {
        const shape = [batch, heads, seqLen, headDim];
        const attend = workers > 0 ? 'scaledDotProductAttentionAsync' : 'scaledDotProductAttention';
        const options = { isCausal, ...into(shape) };
        return async ({ query, key, value }) => {
          const [q, k, v] = [query, key, value].map((data) => tensor(data, shape));
          return (await engine[attend](q, k, v, options)).output.data;
        };
      }
      const d = embedDimOf(workload);
      const { inProj, inProjBias, outProj, outProjBias } = weightsOf(workload);
      const layer = engine.createMultiheadAttention({
        embedDim: d,
        numHeads: heads,
        inProjWeight: tensor(inProj, [3 * d, d]),
        inProjBias: tensor(inProjBias, [3 * d]),
        outProjWeight: tensor(outProj, [d, d]),
        outProjBias: tensor(outProjBias, [d]),
      });
      const shape = [batch, seqLen, d];
      const options = into(shape);
      return async ({ input }) => {
        const x = tensor(input, shape);
        return layer.forward(x, x, x, options).output.data;
      };
    },
  };
}
