// The training worker, which trains one model at a time.
import { createEngine } from '../../engine/index.js';
import { TrainingRun } from './training-run.js';
import type { Reply, Request } from './messages.js';

// With a second core, another worker computes half of each batch in parallel.
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

/** The last request. Requests are handled in order, except that `pause` and `create` do not wait for `play`. */
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
