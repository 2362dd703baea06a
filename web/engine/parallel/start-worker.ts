import { urlOfWorker } from '../package-files.js';
import { urlOfPackagedWorker, workerOfPackage } from '../package-worker.js';
import type { StartWorker } from '../runtime/start-worker.js';

const crossOrigin = new Map<string, string>();

/**
 * Starts a worker whose script is on another origin than the page. It starts from a script of the page's own origin, a
 * blob, which imports the other script.
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
    // A page opened from disk cannot start module workers. There, the configured URL is that of a blob, with which a
    // classic worker starts.
    return new Worker(configured, { type: configured.protocol === 'blob:' ? 'classic' : 'module' });
  } catch {
    return startCrossOrigin(configured ?? urlOfPackagedWorker());
  }
}

/** Returns a `StartWorker` function that starts workers by calling `create`. */
export const startWith =
  (create: () => Worker): StartWorker =>
  (onReply, onCrash) => {
    let worker: Worker;
    try {
      worker = create();
    } catch (error) {
      // An exception in the worker's constructor is reported by `onCrash`, like any other failure to start.
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
