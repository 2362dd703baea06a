// In a worker: a thread of an engine that has several. It has an instance of the engine's code in the engine's memory, takes
// parts of what is computed there (cpp/threads.hpp), and ends with the worker.
import type { HelperInit, WorkerReply } from './messages.js';

export const createHelperHandler =
  (reply: (reply: WorkerReply, transfer: ArrayBuffer[]) => void) =>
  ({ compiled, memory, entry, helper }: HelperInit): void => {
    WebAssembly.instantiate(compiled, importsWith(memory, compiled)).then(({ exports }) => {
      const table = Object.values(exports).find((each) => each instanceof WebAssembly.Table)!;
      const help = table.get(entry) as (helper: number) => never;
      reply({ ready: true }, []);
      help(helper);
    });
  };

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
