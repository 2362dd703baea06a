// Starts the training worker. Bundlers need the literal URL to find its file.
export const startTrainingWorker = (): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
