/**
 * Opens a pretrained model with Spotlight's engine.
 * @param read returns a file of the model as a Blob, by its name
 * @param entry module that exports the engine, in this build or in another one
 */
export async function open({ build, precision, threads = 1, read, entry = 'attention-spotlight' }) {
  const { createEngine } = await import(entry);
  const engine = await createEngine({ build, threads, workers: 0 });
  const [weights, config] = await Promise.all(['model.safetensors', 'config.json'].map(read));
  const model = await engine.loadPretrained({ weights, config }, { precision });
  return {
    encode: async (ids) => model.run(ids).output.data,
    async generate(ids, maxTokens, take) {
      for (const { id } of model.generate(ids, { maxTokens })) take(id);
    },
    close: () => engine.dispose(),
  };
}
