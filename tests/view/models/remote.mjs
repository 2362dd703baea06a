/**
 * Makes the methods of an object asynchronous, like those of a model whose engine runs in a worker: results arrive
 * later, as copies. Repeated calls return the same promise.
 * @param {any} target
 * @param {readonly string[]} names
 * @param {any} [options] `copy` copies a result; `asked` is called with the name of the method
 */
function later(target, names, { copy = structuredClone, asked = () => undefined } = {}) {
  const answers = new Map();
  const methodNamed =
    (name) =>
    (...question) => {
      const key = JSON.stringify([name, question]);
      if (!answers.has(key)) {
        asked(name);
        const answer = new Promise((resolve) => setTimeout(resolve)).then(() => copy(target[name](...question), name));
        answers.set(key, answer);
      }
      return answers.get(key);
    };
  return Object.fromEntries(names.map((name) => [name, methodNamed(name)]));
}

function remoteRun(run, asked) {
  const { text, tokens, trained, layers, numHeads } = run;
  const copy = (answer, name) => {
    if (name === 'intervene') return remoteRun(answer, asked);
    if (name !== 'layer') return structuredClone(answer);
    const { queryInput, keyInput, weights, concat, output } = answer;
    return structuredClone({ queryInput, keyInput, weights, concat, output });
  };
  const names = ['decode', 'embeddingRows', 'activation', 'attention', 'trace', 'layer', 'intervene'];
  return {
    text,
    tokens,
    trained,
    layers,
    numHeads,
    ...later(run, names, { copy, asked }),
    ...(run.generate && {
      async *generate(...question) {
        for (const token of run.generate(...question)) yield await Promise.resolve(token);
      },
    }),
  };
}

/** Properties of a model that are available synchronously even if the model runs in a worker. */
function factsOf(model) {
  const { trained, embedDim, numHeads, layers, heads, description, activations, parameters, contextLength } = model;
  return { trained, embedDim, numHeads, layers, heads, description, activations, parameters, contextLength };
}

/** Copy of a model that caches no runs: a run that is derived from a cached one would differ in the last bits. */
export const withoutRuns = (model) => ({
  ...factsOf(model),
  tokenize: (text) => model.tokenize(text),
  parameter: (name) => model.parameter(name),
  run: (...question) => model.run(...question),
});

/**
 * Methods of a model as a worker offers them: without the option to derive a run from another one, since copies of runs
 * cannot be continued.
 */
const asInWorker = (model) => ({
  tokenize: (text) => model.tokenize(text),
  parameter: (name) => model.parameter(name),
  run: (text, { intervene, target }) => model.run(text, { intervene, ...(target !== undefined && { target }) }),
});

/**
 * Model whose engine seems to run in a worker: its methods are asynchronous and return copies.
 * @param asked called with the name of each method that is called
 */
export function remoteModel(model, asked) {
  const copy = (answer, name) => (name === 'run' ? remoteRun(answer, asked) : structuredClone(answer));
  return {
    ...factsOf(model),
    ...later(asInWorker(model), ['tokenize', 'parameter', 'run'], { copy, asked }),
  };
}
