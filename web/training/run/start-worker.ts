// Starts the training worker. Bundlers find its file by the literal URL.
export const startTrainingWorker = (): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
