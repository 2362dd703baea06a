// Replaces web/element/source/shared-engine.ts in notebooks, which only show external attention and need no engine,
// WebAssembly or model.
import type { ShownModel } from '../element/source/shown-model.js';

export const sharedModel = (): Promise<ShownModel> =>
  Promise.reject(new Error('in a notebook the element shows the attention that it is given, and has no model'));

export function forgetModel(): void {
  // A notebook has no model that could be freed.
}

export const loadedModel = (): null => null;
