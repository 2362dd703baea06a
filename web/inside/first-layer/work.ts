// Worker side of the first-layer view: the attention in the first layer of a model that is not open, for which a small
// part of the files is enough.
import { patterns, type Patterns } from '../work/patterns.js';
import { shownTokens } from '../work/answer.js';
import type { Context, Inspected } from '../work/inspected.js';
import type { KeptPrecision } from '../../engine/parameters/load-parameters.js';

export interface FirstLayerArgument {
  readonly precision: KeptPrecision;
  readonly text: string;
}

export interface FirstLayer {
  readonly attention: 'encoder' | 'decoder';
  /** Texts of the tokens, which label both the queries and the keys. */
  readonly tokens: readonly string[];
  readonly patterns: Patterns;
}

/**
 * Computes the attention in the first layer of the model that was described; for an encoder-decoder, in the first layer
 * of its encoder.
 */
export function firstLayer(inspected: Inspected, argument: FirstLayerArgument, context: Context): Promise<FirstLayer> {
  const reading = read(inspected, argument, context);
  inspected.firstLayer = reading;
  return reading;
}

async function read(
  inspected: Inspected,
  { precision, text }: FirstLayerArgument,
  { signal }: Context,
): Promise<FirstLayer> {
  const engine = await inspected.engine;
  const model = await engine.loadPretrained(inspected.files, { layers: 1, text, precision, signal });
  try {
    const run = model.run(text);
    const attention = model.layers.encoder > 0 ? 'encoder' : 'decoder';
    const tokens = shownTokens(run, attention).map((token) => token.text);
    return { attention, tokens, patterns: patterns({ run }, { attention, layer: 0 }) };
  } finally {
    model.dispose();
  }
}
