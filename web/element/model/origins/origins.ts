// Where the numbers of a head's vectors come from, by the model and its run.
import { positionAt, ResidualStream } from './residual-stream.js';
import { rotationOf } from './rotation.js';
import type { AttentionSource } from '../attention-source.js';
import type { Origins, VectorOrigin } from '../../../view/view-model.js';
import type { Run } from '../../../engine/model/run.js';
import type { ShownModel } from '../shown-model.js';

/** A stream keeps what it has added up. */
const streams = new WeakMap<Run, ResidualStream>();

function streamOf(model: ShownModel, run: Run): ResidualStream {
  const stream = streams.get(run) ?? new ResidualStream(model, run);
  streams.set(run, stream);
  return stream;
}

/** Of the selected head. */
export function originsOf({ model, run, headRef, steps }: AttentionSource): Origins {
  if (!model || !run || !steps) return { rotationOf: () => null, originOf: () => null };
  const { attention, layer } = headRef;
  const originOf = (name: 'embedding' | 'encoderOutput', token: number, dimension: number): VectorOrigin | null => {
    if (!model.description) {
      const position = positionAt(token, dimension, model.embedDim);
      const x = steps.queryInput.data[token * model.embedDim + dimension]!;
      return { source: 'embedding', terms: [{ left: x - position }, { left: position }], norm: null };
    }
    const place =
      name === 'encoderOutput' ? { attention: 'encoder' as const, layer: run.layers.encoder } : { attention, layer };
    return streamOf(model, run).originOf(place, token, dimension);
  };
  return { rotationOf: rotationOf(model, headRef), originOf };
}
