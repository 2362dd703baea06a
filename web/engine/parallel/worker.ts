// A worker of the engine in a browser.
import { serve } from './serve.js';
import type { Begin, Work } from './messages.js';

const onMessage = serve((answer, transfer) => postMessage(answer, { transfer }));
addEventListener('message', ({ data }: MessageEvent<Begin | Work>) => onMessage(data));
