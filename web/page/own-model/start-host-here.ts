// Replaces start-host.ts in the single-file page: the host of the user's model (ModelHost, which has the model and its
// runs) computes on the page's thread instead of in a worker.
import { ModelHost } from './model-host.js';
import { sharedEngine } from '../../element/source/shared-engine.js';
import type { StartedHost } from './start-host.js';

export function startHost(): StartedHost {
  const host = new ModelHost(sharedEngine);
  return { host, crashed: new Promise(() => undefined), end: () => host.dispose() };
}
