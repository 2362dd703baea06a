/// <reference types="vite/client" />
// Starts a worker whose code is in the page itself: for the page that is one file (see vite.single.config.js).
import SpotlightWorker from '../engine/parallel/worker.js?worker&inline';
import { starting } from '../engine/parallel/start-worker.js';

export const startWorker = starting(() => new SpotlightWorker());
