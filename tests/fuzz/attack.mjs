// Process that runs the fuzz tests ("attacks") on the package without a page. It reports each case before the case
// begins, so that the main process notices a call that never returns or that terminates this process.
import { writeSync } from 'node:fs';
import { createEngine } from 'attention-spotlight';
import { Finding } from './checks.mjs';
import { Coverage } from './coverage.mjs';
import { hostileCall } from './hostile-calls.mjs';
import { layerWeights } from './layer-weights.mjs';
import { modelFile } from './model-files.mjs';
import { pretrainedFiles } from './pretrained-files.mjs';
import { Random } from '../random.mjs';
import { training } from './training.mjs';
import { VALID_CALLS } from './valid-calls.mjs';

const { seed, milliseconds, only } = JSON.parse(process.argv[2]);
const until = Date.now() + milliseconds;

/** File descriptor of the pipe to the main process (main.mjs). */
const PIPE = 3;
const write = (message) => writeSync(PIPE, `${JSON.stringify(message)}\n`);

const ofContext = (call) => (random, index) => call(contexts[index % contexts.length], random);
const ATTACKS = {
  valid: ofContext(async (context, random) => {
    const name = random.pick(Object.keys(VALID_CALLS));
    try {
      await VALID_CALLS[name](context.engine, random, context);
    } catch (error) {
      throw new Finding(`${name}: ${error instanceof Finding ? error.message : error.stack}`);
    }
  }),
  hostile: ofContext(hostileCall),
  files: ofContext(modelFile),
  training: ofContext(training),
};
/**
 * Attacks on files, whose cases are chains of changes. A new chain extends an earlier one that has led to something
 * new: an outcome, or code that had not run before.
 */
const CHAINS = Object.fromEntries(
  ['safetensors', 'gguf', 'tokenizer', 'served'].map((name) => [name, pretrainedFiles(name)]),
);
/**
 * Number of cases that each attack has in a round; few for attacks with a model file, where one case takes as long as
 * many calls.
 */
const ROUND = { valid: 10, hostile: 60, files: 1, training: 2, safetensors: 4, gguf: 4, tokenizer: 2, served: 2 };
const MAX_CHAIN = 6;

async function contextOf(build) {
  const engine = await createEngine({ build, workers: build === 'simd' ? 1 : 0, threads: build === 'simd' ? 1 : 2 });
  const [d, hidden] = [4, 3];
  const layerOf = (kind) =>
    engine.createTransformerLayer({
      kind,
      embedDim: d,
      numHeads: 2,
      feedforwardDim: hidden,
      weights: layerWeights(new Random(0, 'weights', kind), { kind, d, hidden }),
    });
  const models = [await engine.loadModel(), engine.createUntrainedModel()];
  return {
    engine,
    models,
    run: models[0].run('The cat sat'),
    multihead: engine.createMultiheadAttention({ embedDim: d, numHeads: 2 }),
    layer: layerOf('encoder'),
    decoder: layerOf('decoder'),
  };
}

const contexts = [await contextOf('simd'), await contextOf('relaxed')];
process.on('unhandledRejection', (error) => write({ finding: `an unhandled rejection: ${error?.stack}` }));

const coverage = new Coverage();
/**
 * Memory of each attack on files: its outcomes so far, and the chains of changes that led to new outcomes or ran new
 * code.
 */
const seen = Object.fromEntries(Object.keys(CHAINS).map((name) => [name, { outcomes: new Set(), chains: [[]] }]));

function chainBefore(name, index) {
  const { chains } = seen[name];
  const random = new Random(seed, `${name} chain`, index);
  return random.chance(0.3) ? [] : random.pick(chains);
}

async function changeOf(name, chain) {
  coverage.runsNew(); // ignores code that was run by the attacks in between
  const outcome = await CHAINS[name](
    contexts,
    chain.map((index) => new Random(seed, name, index)),
  );
  const { outcomes, chains } = seen[name];
  const runsNew = coverage.runsNew();
  if (outcome === null || (outcomes.has(outcome) && !runsNew)) return;
  outcomes.add(outcome);
  if (chain.length < MAX_CHAIN) chains.push(chain);
}

/**
 * Runs one case of an attack, and reports its findings to the main process.
 * @param chain number of the case, or for an attack on files, the numbers of all changes that led to it
 */
async function attack(name, chain) {
  write({ begin: `${name}:${chain.join('.')}` });
  try {
    if (CHAINS[name]) await changeOf(name, chain);
    else await ATTACKS[name](new Random(seed, name, chain[0]), chain[0]);
  } catch (error) {
    write({ finding: error.message });
  }
}

if (only?.chain) await attack(only.attack, only.chain);
else {
  const rounds = Object.entries(ROUND).filter(([name]) => !only || only.attack === name);
  for (let round = 0; Date.now() < until; round++) {
    for (const [name, count] of rounds) {
      for (let at = 0; at < count && Date.now() < until; at++) {
        const index = round * count + at;
        await attack(name, [...(CHAINS[name] ? chainBefore(name, index) : []), index]);
      }
    }
  }
}
for (const [name, { outcomes, chains }] of Object.entries(seen)) {
  write({ attack: name, outcomes: outcomes.size, chains: chains.length - 1 });
}
process.exit(0);
