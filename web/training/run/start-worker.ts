// Starts the worker that trains. Bundlers find its file by this literal.
export const startTrainingWorker = (): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
