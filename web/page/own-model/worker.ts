// Entry point of the worker that hosts the user's model.
import { expose } from 'comlink';
import { createEngine } from '../../engine/index.js';
import { ModelHost } from './model-host.js';

expose(new ModelHost(createEngine));
