// Entry point of the engine's workers in a browser. The package bundles it and all its imports into one file.
import { createMessageHandler, type Message } from './parallel/worker-main.js';

const onMessage = createMessageHandler((reply, transfer) => postMessage(reply, { transfer }));
addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
