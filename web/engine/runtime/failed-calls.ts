// What happens to the WebAssembly memory when a call fails.
import type { MainModule } from '../wasm/spotlight.js';

/** What every module has. */
export type GluedModule = Pick<MainModule, 'stackPointer' | 'restoreStack'>;

/** A session, or nothing yet. */
interface Handle {
  release?: () => void;
  isDeleted?: () => boolean;
}
type Method = (this: Handle, ...args: unknown[]) => unknown;
type SessionClass = (new (...args: unknown[]) => object) & { readonly prototype: Record<string, Method> };

/**
 * Changes the classes of a module so that a call that fails leaves no trace: an array that does not fit into the memory
 * ends it with a RangeError (cpp/bindings/memory.cpp); then the stack is restored, and the session frees what it computes
 * in.
 */
export function unwindFailedCalls<Glued extends GluedModule>(module: Glued): Glued {
  const stack = module.stackPointer();
  const guard = (call: Method): Method =>
    function (...args) {
      if (this.isDeleted?.()) throw new Error('disposed of while the arguments of a call were read');
      try {
        return call.apply(this, args);
      } catch (error) {
        module.restoreStack(stack);
        this.release?.();
        throw error;
      }
    };
  const classes = module as unknown as Record<string, SessionClass>;
  for (const [name, each] of Object.entries(classes)) {
    if (typeof each !== 'function' || !each.prototype?.['delete']) continue;
    for (const method of Object.keys(each.prototype)) each.prototype[method] = guard(each.prototype[method]!);
    const construct = guard((...args) => new each(...args));
    classes[name] = new Proxy(each, { construct: (_, args: unknown[]) => construct.apply({}, args) as object });
  }
  return module;
}
