// This project.
import { createEngine, tensor } from 'attention-spotlight';
import { embedDimOf, weightsOf } from '../workloads.mjs';

export async function open({ build, workers = 0 }) {
  const engine = await createEngine({ build, workers });
  return {
    prepare(workload) {
      const { kind, batch, heads, seqLen, headDim, isCausal } = workload;
      if (kind === 'attention') {
        const shape = [batch, heads, seqLen, headDim];
        const attend = workers > 0 ? 'scaledDotProductAttentionAsync' : 'scaledDotProductAttention';
        return async ({ query, key, value }) => {
          const [q, k, v] = [query, key, value].map((data) => tensor(data, shape));
          return (await engine[attend](q, k, v, { isCausal })).output.data;
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
      return async ({ input }) => {
        const x = tensor(input, [batch, seqLen, d]);
        return layer.forward(x, x, x).output.data;
      };
    },
  };
}
