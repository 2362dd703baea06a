// Checks that the installed Emscripten has those internals which cpp/bindings uses: another version may lack or change
// them. The linker would only report an undefined symbol, or silently keep both our replacement and a function that was
// changed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../paths.mjs';
import { CommandError } from '../say.mjs';

const textsIn = (folder, pattern) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

const numberOf = (parameters) => parameters.split(',').filter((each) => each.trim()).length;

/**
 * Numbers of parameters of functions, by name, from the lines `_name: (parameters) =>` in Emscripten's JavaScript
 * libraries.
 */
function functionsIn(texts) {
  const found = new Map();
  for (const { text } of texts) {
    for (const [, name, parameters] of text.matchAll(/^ *(_em\w+): (?:function ?)?\(([^)]*)\)/gm)) {
      found.set(name, [...(found.get(name) ?? []), numberOf(parameters)]);
    }
  }
  return found;
}

/**
 * Emscripten internals that cpp/bindings uses: the functions that it calls, and the functions of the JavaScript glue
 * that it replaces.
 */
export function internalsUsed(bindings = join(project, 'cpp/bindings')) {
  const called = textsIn(bindings, /\.[ch]pp$/).flatMap(({ name, text }) =>
    [...text.matchAll(/\b_em\w+|\bemscripten::internal\b/g)].map(([symbol]) => ({ symbol, file: name })),
  );
  const replaced = [...functionsIn(textsIn(bindings, /\.js$/))];
  return {
    called: [...new Map(called.map((each) => [each.symbol, each.file]))].map(([symbol, file]) => ({ symbol, file })),
    replaced: replaced.map(([symbol, [parameters]]) => ({ symbol, parameters })),
  };
}

/**
 * Messages about missing internals, one for each function that this Emscripten lacks or declares with other parameters.
 * @param emscripten folder of the program em++
 */
export function missingInternals(emscripten, { called, replaced } = internalsUsed()) {
  const assembly = textsIn(join(emscripten, 'system/lib/compiler-rt'), /\.S$/);
  const functions = functionsIn(textsIn(join(emscripten, 'src'), /\.js$/));
  return [
    ...called
      .filter(({ symbol }) => !assembly.some(({ text }) => new RegExp(`^\\.globl ${symbol}$`, 'm').test(text)))
      .map(({ symbol, file }) => `${symbol}, which cpp/bindings/${file} calls: not in system/lib/compiler-rt`),
    ...replaced
      .filter(({ symbol, parameters }) => !functions.get(symbol)?.includes(parameters))
      .map(({ symbol, parameters }) => {
        const has = functions.get(symbol)?.join(' or ') ?? 'none';
        return `${symbol}, which cpp/bindings replaces, with ${parameters} parameters: src has ${has}`;
      }),
  ];
}

/**
 * Checks that an Emscripten has all internals that cpp/bindings uses.
 * @throws CommandError that lists the missing internals
 */
export function expectInternals(emscripten) {
  const wrong = missingInternals(emscripten);
  if (wrong.length === 0) return;
  throw new CommandError(
    `${emscripten}: expected an Emscripten with these internals, which this version has no more or otherwise:\n  ${wrong.join('\n  ')}`,
  );
}
