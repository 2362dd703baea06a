// Starts a worker of the engine in a browser.
import type { Answer, StartWorker } from './messages.js';

const FILE = './worker.js'; // a name, so that bundlers, which have their own file for a worker, leave it alone
let importing: string | null = null;

/** A worker may not be made of a file of another origin, but it may import one. */
function fromAnotherOrigin(): Worker {
  if (importing === null) {
    const url = new URL(/* webpackIgnore: true */ FILE, import.meta.url).href;
    importing = URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' }));
  }
  return new Worker(importing, { type: 'module' });
}

function newWorker(): Worker {
  try {
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  } catch {
    return fromAnotherOrigin();
  }
}

/** Starts workers that are made like this. */
export const starting =
  (make: () => Worker): StartWorker =>
  (onAnswer, onCrash) => {
    let worker: Worker;
    try {
      worker = make();
    } catch (error) {
      // As if it had begun and failed, so that there is one way to be told.
      queueMicrotask(() => onCrash(String(error)));
      return { post: () => undefined, setIdle: () => undefined, terminate: () => undefined };
    }
    worker.onmessage = ({ data }: MessageEvent<Answer>) => onAnswer(data);
    worker.onmessageerror = () => onCrash('its answer could not be read');
    worker.onerror = (event) => {
      event.preventDefault();
      onCrash(event.message || 'its file could not be loaded');
    };
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      setIdle: () => undefined,
      terminate: () => worker.terminate(),
    };
  };

export const startWorker = starting(newWorker);
