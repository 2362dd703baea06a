// Worker entry point in Node.
import { parentPort } from 'node:worker_threads';
import { createMessageHandler } from './worker-main.js';
import type { InitMessage, WorkMessage } from './messages.js';

const port = parentPort!;
const onMessage = createMessageHandler((reply, transfer) => port.postMessage(reply, transfer));
port.on('message', (message: InitMessage | WorkMessage) => onMessage(message));
