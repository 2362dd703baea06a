// What a worker does with the messages that it gets.
import { instantiate } from '../load.js';
import { PartAttention } from './part-attention.js';
import type { Answer, Begin, Work } from './messages.js';

const asError = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) };

/** A function to be called with every message. */
export function serve(answer: (answer: Answer, transfer: ArrayBuffer[]) => void): (message: Begin | Work) => void {
  let attention: Promise<PartAttention>;
  const work = (attention: PartAttention, { job, bundle }: Work) => {
    try {
      if (job) attention.begin(job);
      attention.compute(bundle.parts);
      answer(
        { outputs: bundle.parts.map(({ output }) => output), spares: bundle.arrays },
        bundle.arrays.map(({ buffer }) => buffer),
      );
    } catch (error) {
      answer({ error: asError(error) }, []);
    }
  };
  return (message) => {
    if ('compiled' in message) {
      attention = instantiate(message.compiled).then((module) => {
        answer({ ready: true }, []);
        return new PartAttention(module);
      });
      // Thrown outside the promise, so that it ends as a crash, which the engine is told of.
      attention.catch((error: unknown) =>
        queueMicrotask(() => {
          throw error;
        }),
      );
    } else {
      attention.then(
        (ready) => work(ready, message),
        () => undefined, // told above
      );
    }
  };
}
