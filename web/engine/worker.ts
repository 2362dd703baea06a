// Worker entry point in a browser. The package bundles it with all its imports into one file.
import { createMessageHandler } from './parallel/worker-main.js';
import type { InitMessage, WorkMessage } from './parallel/messages.js';

const onMessage = createMessageHandler((reply, transfer) => postMessage(reply, { transfer }));
addEventListener('message', ({ data }: MessageEvent<InitMessage | WorkMessage>) => onMessage(data));
