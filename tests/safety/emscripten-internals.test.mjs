// Internals of Emscripten on which the bindings rely: their names are found in the installed version, and a version
// that lacks one is rejected.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectInternals, internalsUsed, missingInternals } from '../../scripts/toolchain/emscripten-internals.mjs';

const CALLED = ['_emscripten_stack_restore', '_emscripten_wasm_worker_initialize'];
const REPLACED = {
  _embind_register_std_wstring: 3,
  _embind_register_emval: 1,
  _embind_register_memory_view: 3,
  _embind_register_bigint: 5,
};

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'spotlight-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Creates a folder like Emscripten's, whose sources have these symbols, and these functions with these numbers of
 * parameters.
 */
function emscriptenWith(symbols, functions) {
  const write = (path, file, text) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, file), text);
  };
  write('system/lib/compiler-rt', 'stack.S', symbols.map((symbol) => `.globl ${symbol}\n`).join(''));
  const parametersOf = (number) => Array.from({ length: number }, (_, at) => `p${at}`).join(', ');
  const lines = Object.entries(functions).map(([name, number]) => `  ${name}: (${parametersOf(number)}) => {},`);
  write('src/lib', 'libembind.js', `addToLibrary({\n${lines.join('\n')}\n});\n`);
  return folder;
}

test('the bindings use these and no others', () => {
  const { called, replaced } = internalsUsed();
  expect(called.map(({ symbol }) => symbol).sort()).toEqual(CALLED);
  expect(Object.fromEntries(replaced.map(({ symbol, parameters }) => [symbol, parameters]))).toEqual(REPLACED);
});

test('an Emscripten that has them is accepted', () => {
  expect(missingInternals(emscriptenWith(CALLED, REPLACED))).toEqual([]);
});

test('one without a symbol, or with other parameters, is refused by name', () => {
  expect(() => expectInternals(emscriptenWith(CALLED.slice(1), REPLACED))).toThrow(
    /_emscripten_stack_restore, which cpp\/bindings\/memory\.cpp calls: not in system\/lib/,
  );
  expect(() => expectInternals(emscriptenWith(CALLED, { ...REPLACED, _embind_register_emval: 2 }))).toThrow(
    /_embind_register_emval, which cpp\/bindings replaces, with 1 parameters: src has 2/,
  );
  const others = Object.fromEntries(Object.entries(REPLACED).filter(([name]) => name !== '_embind_register_bigint'));
  expect(() => expectInternals(emscriptenWith(CALLED, others))).toThrow(
    /_embind_register_bigint, which cpp\/bindings replaces, with 5 parameters: src has none/,
  );
});
