// In a worker: a thread of an engine that has several. It has an instance of the engine's code in the engine's memory, takes
// parts of what is computed there (cpp/threads.hpp), and ends with the worker.
import type { HelperInit, WorkerReply } from './messages.js';

/** Resolves never; rejects if the module cannot be instantiated. */
export async function help(
  { compiled, memory, entry, helper }: HelperInit,
  reply: (reply: WorkerReply, transfer: ArrayBuffer[]) => void,
): Promise<never> {
  const { exports } = await WebAssembly.instantiate(compiled, importsWith(memory, compiled));
  const table = Object.values(exports).find((each) => each instanceof WebAssembly.Table)!;
  reply({ ready: true }, []);
  return (table.get(entry) as (helper: number) => never)(helper);
}

/** Of all functions of the glue that the module imports, a helper calls none. */
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
