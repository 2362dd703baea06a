// A model as if its engine stood in a worker: it answers later, with copies.

/**
 * Methods of an object that answer later: the same question has the same promise.
 * @param {any} target
 * @param {readonly string[]} names
 * @param {any} [options] `copy` of an answer; `asked` is called with a method's name
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

/** Facts of a model, which a remote one has at once. */
function factsOf(model) {
  const { trained, embedDim, numHeads, layers, heads, description, activations, parameters, contextLength } = model;
  return { trained, embedDim, numHeads, layers, heads, description, activations, parameters, contextLength };
}

/** The same model as another object, of which no run is known: a run that goes on from another one has other last bits. */
export const withoutRuns = (model) => ({
  ...factsOf(model),
  tokenize: (text) => model.tokenize(text),
  parameter: (name) => model.parameter(name),
  run: (...question) => model.run(...question),
});

/** A model that goes on from no run: a copy of it is none. */
const asInWorker = (model) => ({
  tokenize: (text) => model.tokenize(text),
  parameter: (name) => model.parameter(name),
  run: (text, { intervene, target }) => model.run(text, { intervene, ...(target !== undefined && { target }) }),
});

/** @param asked called with the name of each question */
export function remoteModel(model, asked) {
  const copy = (answer, name) => (name === 'run' ? remoteRun(answer, asked) : structuredClone(answer));
  return {
    ...factsOf(model),
    ...later(asInWorker(model), ['tokenize', 'parameter', 'run'], { copy, asked }),
  };
}
