// Starts a worker of the engine in a browser.
import type { StartWorker, WorkerReply } from './messages.js';

const FILE = './worker.js'; // a variable, so that bundlers do not rewrite this address
let crossOriginUrl: string | null = null;

/** A worker's script must be of the page's origin, but it may import a module of another. */
function startCrossOrigin(): Worker {
  if (crossOriginUrl === null) {
    const url = new URL(/* webpackIgnore: true */ FILE, import.meta.url).href;
    crossOriginUrl = URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' }));
  }
  return new Worker(crossOriginUrl, { type: 'module' });
}

function createWorker(): Worker {
  try {
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  } catch {
    return startCrossOrigin();
  }
}

/** A `StartWorker` for workers that `create` constructs. */
export const startWith =
  (create: () => Worker): StartWorker =>
  (onReply, onCrash) => {
    let worker: Worker;
    try {
      worker = create();
    } catch (error) {
      // Reported like any other failure to start.
      queueMicrotask(() => onCrash(String(error)));
      return { post: () => undefined, setIdle: () => undefined, terminate: () => undefined };
    }
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => onReply(data);
    worker.onmessageerror = () => onCrash('its reply could not be deserialized');
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

export const startWorker = startWith(createWorker);
