// A plugin for files that have everything inside: they have one thread, and no code for several.
const STUB = `export const startThreads = () =>
  Promise.reject(new Error("threads: expected 1 in one file with everything inside; import 'attention-spotlight' for more"));`;

export const withoutThreads = {
  name: 'spotlight-without-threads',
  enforce: 'pre',
  resolveId: (source) => (source === '../parallel/threads.js' ? '\0without-threads' : null),
  load: (id) => (id === '\0without-threads' ? STUB : null),
  transform: (code, id) =>
    /package-files\.[jt]s$/.test(id)
      ? code.replace(/new URL\('\.\/wasm\/spotlight-threads-\w+\.wasm', import\.meta\.url\)/g, "new URL('about:blank')")
      : null,
};
