// Replaces start-host.ts in the single-file page, where the host of the user's model computes on the page's thread.
import { ModelHost } from './model-host.js';
import { sharedEngine } from '../../element/source/shared-engine.js';
import type { StartedHost } from './start-host.js';

export function startHost(): StartedHost {
  const host = new ModelHost(sharedEngine);
  return { host, crashed: new Promise(() => undefined), end: () => host.dispose() };
}
