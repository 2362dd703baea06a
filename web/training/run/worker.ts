// Entry point of the training worker, which trains one model at a time.
import { createEngine } from '../../engine/index.js';
import { TrainingRun } from './training-run.js';
import type { Reply, Request } from './messages.js';

// If the device has a second core, the engine starts another worker, which computes half of each batch in parallel.
const engine = createEngine({ workers: navigator.hardwareConcurrency > 1 ? 1 : 0 });
let run: TrainingRun | null = null;
let number = 0;

const post = (reply: Reply) => self.postMessage(reply);

async function handle(request: Request): Promise<void> {
  switch (request.kind) {
    case 'create': {
      run?.dispose();
      run = null;
      number = request.run;
      const own = request.run;
      const createTrainer = (await engine).createTrainer.bind(await engine);
      const created = await TrainingRun.create(createTrainer, request.settings, (reply) => {
        if (own === number) post({ run: own, ...reply });
      });
      if (own === number) run = created;
      else created.dispose();
      return;
    }
    case 'play':
      return run?.play(request.until);
    case 'pause':
      return run?.pause();
    case 'step':
      return run?.step();
    case 'save':
      return run?.save();
  }
}

/**
 * Settles when all requests so far have been handled. Requests are handled in order, but the next one does not wait for
 * the end of `play`, so that `pause` and `create` can interrupt it.
 */
let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<Request>) => {
  const own = number;
  const fail = (error: unknown) =>
    post({ run: data.kind === 'create' ? data.run : own, kind: 'failed', message: String(error) });
  last = last.then(() => {
    const handled = handle(data).catch(fail);
    return data.kind === 'play' ? undefined : handled;
  });
};
