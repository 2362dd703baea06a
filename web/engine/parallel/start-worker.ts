import { urlOfWorker } from '../package-files.js';
import { urlOfPackagedWorker, workerOfPackage } from '../package-worker.js';
import type { StartWorker } from '../runtime/start-worker.js';

const crossOrigin = new Map<string, string>();

/**
 * Starts a worker whose script is on another origin. A worker's own script must have the page's origin, but it may
 * import the other one.
 */
function startCrossOrigin({ href }: URL): Worker {
  let url = crossOrigin.get(href);
  if (url === undefined) {
    url = URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' }));
    crossOrigin.set(href, url);
  }
  return new Worker(url, { type: 'module' });
}

function createWorker(): Worker {
  const configured = urlOfWorker();
  try {
    if (!configured) return workerOfPackage();
    // A page opened from disk cannot start module workers, but it can start classic workers from a blob.
    return new Worker(configured, { type: configured.protocol === 'blob:' ? 'classic' : 'module' });
  } catch {
    return startCrossOrigin(configured ?? urlOfPackagedWorker());
  }
}

/** Returns a `StartWorker` function for workers that `create` constructs. */
export const startWith =
  (create: () => Worker): StartWorker =>
  (onReply, onCrash) => {
    let worker: Worker;
    try {
      worker = create();
    } catch (error) {
      // An error while the worker is constructed is reported like any other failure to start.
      queueMicrotask(() => onCrash(String(error)));
      return { post: () => undefined, setIdle: () => undefined, terminate: () => undefined };
    }
    worker.onmessage = ({ data }: MessageEvent<unknown>) => onReply(data as never);
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
