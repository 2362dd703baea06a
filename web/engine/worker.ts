// The worker's entry point in a browser. In the package this is one file with all that it imports.
import { createMessageHandler } from './parallel/worker-main.js';
import type { InitMessage, WorkMessage } from './parallel/messages.js';

const onMessage = createMessageHandler((reply, transfer) => postMessage(reply, { transfer }));
addEventListener('message', ({ data }: MessageEvent<InitMessage | WorkMessage>) => onMessage(data));
