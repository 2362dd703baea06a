// Entry point of the engine's workers in Node.
import { parentPort } from 'node:worker_threads';
import { createMessageHandler, type Message } from './worker-main.js';

const port = parentPort!;
const onMessage = createMessageHandler((reply, transfer) => port.postMessage(reply, transfer));
port.on('message', (message: Message) => onMessage(message));
