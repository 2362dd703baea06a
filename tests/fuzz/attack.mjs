// A process that attacks the package without a page. It writes each case before it begins: a call that never returns, or
// that ends the process, is seen from outside.
import { writeSync } from 'node:fs';
import { createEngine } from 'attention-spotlight';
import { Finding } from './checks.mjs';
import { hostileCall } from './hostile-calls.mjs';
import { modelFile } from './model-files.mjs';
import { Random } from './random.mjs';
import { VALID_CALLS } from './valid-calls.mjs';

const { seed, milliseconds, only } = JSON.parse(process.argv[2]);
const until = Date.now() + milliseconds;

/** The pipe to main.mjs. */
const PIPE = 3;
const write = (message) => writeSync(PIPE, `${JSON.stringify(message)}\n`);

const ATTACKS = {
  valid: async (context, random) => {
    const name = random.pick(Object.keys(VALID_CALLS));
    try {
      await VALID_CALLS[name](context.engine, random, context);
    } catch (error) {
      throw new Finding(`${name}: ${error instanceof Finding ? error.message : error.stack}`);
    }
  },
  hostile: hostileCall,
  files: modelFile,
};
/** How many cases of each attack come in a round: a model's file takes as long as many calls. */
const ROUND = { valid: 10, hostile: 60, files: 1 };

async function contextOf(build) {
  const engine = await createEngine({ build, workers: build === 'simd' ? 1 : 0 });
  const d = 4;
  const tensor = (...shape) => new Random(0, 'weights', shape.join()).tensor(shape);
  const models = [await engine.loadModel(), engine.createUntrainedModel()];
  return {
    engine,
    models,
    run: models[0].run('The cat sat'),
    multihead: engine.createMultiheadAttention({ embedDim: d, numHeads: 2 }),
    layer: engine.createTransformerLayer({
      ...{ embedDim: d, numHeads: 2, feedforwardDim: 3 },
      weights: {
        'self_attn.in_proj_weight': tensor(3 * d, d),
        'self_attn.in_proj_bias': tensor(3 * d),
        'self_attn.out_proj.weight': tensor(d, d),
        'self_attn.out_proj.bias': tensor(d),
        'linear1.weight': tensor(3, d),
        'linear1.bias': tensor(3),
        'linear2.weight': tensor(d, 3),
        'linear2.bias': tensor(d),
        'norm1.weight': tensor(d),
        'norm1.bias': tensor(d),
        'norm2.weight': tensor(d),
        'norm2.bias': tensor(d),
      },
    }),
  };
}

const contexts = [await contextOf('simd'), await contextOf('relaxed')];
process.on('unhandledRejection', (error) => write({ finding: `an unhandled rejection: ${error?.stack}` }));

async function attack(name, index) {
  write({ begin: `${name}:${index}` });
  try {
    await ATTACKS[name](contexts[index % contexts.length], new Random(seed, name, index));
  } catch (error) {
    write({ finding: error.message });
  }
}

if (only) await attack(only.attack, only.index);
else {
  for (let round = 0; Date.now() < until; round++) {
    for (const [name, count] of Object.entries(ROUND)) {
      for (let at = 0; at < count && Date.now() < until; at++) await attack(name, round * count + at);
    }
  }
}
process.exit(0);
