/// <reference types="vite/client" />
// Starts a worker of the engine whose code is part of the single-file page (see vite.single.config.js).
import SpotlightWorker from '../engine/worker.js?worker&inline';
import { startWith } from '../engine/parallel/start-worker.js';

export const startWorker = startWith(() => new SpotlightWorker());
