/// <reference types="vite/client" />
// Starts a worker whose code is inlined, for the single-file page (see vite.single.config.js).
import SpotlightWorker from '../engine/worker.js?worker&inline';
import { startWith } from '../engine/parallel/start-worker.js';

export const startWorker = startWith(() => new SpotlightWorker());
