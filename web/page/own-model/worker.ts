// The worker that runs the user's model.
import { expose } from 'comlink';
import { createEngine } from '../../engine/index.js';
import { ModelHost } from './model-host.js';

expose(new ModelHost(createEngine));
