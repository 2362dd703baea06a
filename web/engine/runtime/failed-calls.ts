// Cleanup of WebAssembly memory after a failed call.
import type { MainModule } from '../wasm/spotlight.js';

/** Functions of a WebAssembly module by which its stack is restored. All modules have them. */
export type GluedModule = Pick<MainModule, 'stackPointer' | 'restoreStack'>;

/** A C++ object as JavaScript sees it. It lacks methods if its construction has failed. */
interface Handle {
  release?: () => void;
  isDeleted?: () => boolean;
}
type Method = (this: Handle, ...args: unknown[]) => unknown;
type SessionClass = (new (...args: unknown[]) => object) & { readonly prototype: Record<string, Method> };

/**
 * Wraps the methods of a module's classes so that a failed call leaves no trace in memory. If an array does not fit,
 * the call throws a RangeError (cpp/bindings/memory.cpp); the wrapper then restores the stack, and the C++ object frees
 * its working memory.
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
