import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from 'attention-spotlight';

export async function open({ build, precision, folder }) {
  const engine = await createEngine({ build, workers: 0 });
  const [weights, config] = await Promise.all(
    ['model.safetensors', 'config.json'].map((name) => openAsBlob(join(folder, name))),
  );
  const model = await engine.loadPretrained({ weights, config }, { precision });
  return {
    encode: async (ids) => model.run(ids).output.data,
    async generate(ids, maxTokens, take) {
      for (const { id } of model.generate(ids, { maxTokens })) take(id);
    },
    close: () => engine.dispose(),
  };
}
