// Parts of the element that are loaded on demand: each is loaded once and is not in the initial script, and errors are
// handled.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { read } from '../../../web/element/source/answer.js';
import { LazyParts, loadPart, preloadParts } from '../../../web/element/render/lazy-parts.js';
import { project } from '../../../scripts/paths.mjs';

/** Stub of a custom element whose updates request the parts in `needed`. */
function hostOf(needed) {
  const failures = [];
  const host = {
    updates: 0,
    needed,
    addController: () => undefined,
    get updateComplete() {
      return parts.isPending ? parts.nextUpdate.then(() => host.updateComplete) : Promise.resolve();
    },
    requestUpdate() {
      host.updates++;
      parts.begin();
      host.shown = host.needed.map((loader) => parts.use(loader));
      parts.hostUpdated();
    },
  };
  const parts = new LazyParts(host, (error) => failures.push(error.message));
  host.requestUpdate();
  return { host, parts, failures };
}

/** Stub of a loader, which counts its calls and whose promises the test settles. */
function loaderOf() {
  const loads = [];
  const loader = () => new Promise((resolve, reject) => loads.push({ resolve, reject }));
  return { loader, loads };
}

test('a part is null while it loads, and then updates the element', async () => {
  const { loader, loads } = loaderOf();
  const { host, parts } = hostOf([loader]);
  expect(host.shown).toEqual([null]);
  expect(parts.isPending).toBe(true);
  loads[0].resolve('part');
  await host.updateComplete;
  expect([host.shown, host.updates, parts.isPending, parts.error]).toEqual([['part'], 2, false, null]);
});

test('two elements load a part once, and a third has it immediately', async () => {
  const { loader, loads } = loaderOf();
  const hosts = [hostOf([loader]), hostOf([loader])].map(({ host }) => host);
  loads[0].resolve('part');
  await Promise.all(hosts.map((host) => host.updateComplete));
  expect(hosts.map(({ shown }) => shown)).toEqual([['part'], ['part']]);
  expect(hostOf([loader]).host.shown).toEqual(['part']);
  expect(loads).toHaveLength(1);
});

test('a part that fails to load is reported once while it is needed', async () => {
  const { loader, loads } = loaderOf();
  const { host, parts, failures } = hostOf([loader]);
  loads[0].reject(new Error('no network'));
  await host.updateComplete;
  host.requestUpdate();
  expect([parts.error.message, failures, host.shown, loads.length]).toEqual(['no network', ['no network'], [null], 1]);
  host.needed = [];
  host.requestUpdate();
  expect(parts.error).toBeNull();
});

test('waiting for an update does not wait for a part that is no longer needed', async () => {
  const { loader } = loaderOf();
  const { host, parts } = hostOf([loader]);
  const complete = host.updateComplete;
  host.needed = [];
  host.requestUpdate();
  await complete;
  expect([host.shown, parts.isPending]).toEqual([[], false]);
});

test('a value computed from an answer is null until the answer arrives, which updates the element', async () => {
  const { host, parts } = hostOf([]);
  let resolve;
  const promise = new Promise((arrive) => (resolve = arrive));
  const compute = () => read(promise) + 1;
  expect([parts.arrived(compute), parts.isPending]).toEqual([null, true]);
  resolve(1);
  await host.updateComplete;
  expect([parts.arrived(compute), parts.isPending, host.updates]).toEqual([2, false, 2]);
  expect(parts.arrived(() => 3)).toBe(3);
  expect(() => parts.arrived(() => read(null).length)).toThrow(TypeError);
});

test('parts for later are loaded when idle, and their failures are silent', async () => {
  const [{ loader, loads }, broken] = [loaderOf(), () => Promise.reject(new Error('no network'))];
  preloadParts([loader, broken]);
  expect(loads).toHaveLength(0);
  while (loads.length === 0) await new Promise((resolve) => setTimeout(resolve));
  loads[0].resolve('part');
  await loadPart(loader);
  expect(hostOf([loader]).host.shown).toEqual(['part']);
});

/**
 * Modules of web/ that a module imports, statically (`atOnce`) and dynamically (`later`); imports of types are left
 * out.
 */
function importsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const imports = { atOnce: [], later: [] };
  const add = (list, { text }) => {
    const imported = join(dirname(file), text.replace(/\.js$/, '.ts'));
    // Imported files that do not exist are left out, such as the WebAssembly's glue code before it is built.
    if (text.startsWith('.') && existsSync(imported)) list.push(imported);
  };
  const visit = (node) => {
    const isOfTypes = node.importClause?.isTypeOnly ?? node.isTypeOnly;
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier && !isOfTypes)
      add(imports.atOnce, node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      if (ts.isStringLiteral(node.arguments[0])) add(imports.later, node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

test('dynamic imports are nowhere imported statically: they are not in the first script', () => {
  const atOnce = new Set([join(project, 'web/entries/browser.ts')]);
  const later = new Set();
  for (const file of atOnce) {
    const imports = importsOf(file);
    imports.atOnce.forEach((each) => atOnce.add(each));
    imports.later.forEach((each) => later.add(each));
  }
  const named = (files) => [...files].map((file) => relative(project, file).replaceAll('\\', '/'));
  expect(named(later)).toEqual(
    expect.arrayContaining([
      'web/locales/en/element.ts',
      'web/locales/zh/element.ts',
      'web/view/views/ledger/ledger-view.ts',
    ]),
  );
  expect(named(later).filter((file) => named(atOnce).includes(file))).toEqual([]);
});
