// A worker of the engine in Node.
import { parentPort } from 'node:worker_threads';
import { serve } from './serve.js';
import type { Begin, Work } from './messages.js';

const port = parentPort!;
const onMessage = serve((answer, transfer) => port.postMessage(answer, transfer));
port.on('message', (message: Begin | Work) => onMessage(message));
