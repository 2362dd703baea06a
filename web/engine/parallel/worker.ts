// The worker's entry point in a browser.
import { createMessageHandler } from './worker-main.js';
import type { InitMessage, WorkMessage } from './messages.js';

const onMessage = createMessageHandler((reply, transfer) => postMessage(reply, { transfer }));
addEventListener('message', ({ data }: MessageEvent<InitMessage | WorkMessage>) => onMessage(data));
