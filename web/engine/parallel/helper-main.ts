// Helper thread of a multi-threaded engine, in its own worker. It instantiates the engine's WebAssembly module with the
// engine's memory, computes its share of the work (cpp/core/threads.hpp), and ends with the worker.
import type { HelperInit, WorkerReply } from './messages.js';

/**
 * Runs the helper thread. The promise never resolves; it rejects if the module cannot be instantiated, or if its code
 * throws.
 */
export async function help(
  { compiled, memory, entry, helper, failure }: HelperInit,
  reply: (reply: WorkerReply, transfer: ArrayBuffer[]) => void,
): Promise<never> {
  const { exports } = await WebAssembly.instantiate(compiled, importsWith(memory, compiled));
  const table = Object.values(exports).find((each) => each instanceof WebAssembly.Table)!;
  const call = (number: number, ...args: number[]) => (table.get(number) as (...args: number[]) => never)(...args);
  reply({ kind: 'ready' }, []);
  try {
    return call(entry, helper);
  } catch (error) {
    call(failure); // otherwise the engine would wait forever
    throw error;
  }
}

/**
 * Imports of the WebAssembly module in a helper thread: the shared memory, and functions that throw, because a helper
 * must not call any JavaScript glue function.
 */
function importsWith(memory: WebAssembly.Memory, compiled: WebAssembly.Module): WebAssembly.Imports {
  const refuse = () => {
    throw new Error('a helper of the engine called the page');
  };
  const imports: WebAssembly.Imports = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
    (imports[module] ??= {})[name] = kind === 'memory' ? memory : refuse;
  }
  return imports;
}
