// Replaces web/element/source/shared-engine.ts in a notebook, where attention is given: no engine, no WebAssembly, no
// model.
import type { ShownModel } from '../element/source/shown-model.js';

export const sharedModel = (): Promise<ShownModel> =>
  Promise.reject(new Error('in a notebook the element shows the attention that it is given, and has no model'));

export function forgetModel(): void {
  // nothing to free: nothing was loaded
}

export const loadedModel = (): null => null;
