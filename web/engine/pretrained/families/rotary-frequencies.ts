// Rotary frequencies according to config.json. For texts longer than the original context, the frequencies are scaled
// in one of three ways: linearly (Chen et al. 2023), by Llama 3's rule, or by YaRN (Peng et al. 2023).
import type { ConfigFields } from './config-fields.js';
import type { StackDescription } from '../../transformer/description.js';

type RotaryFrequencies = Pick<StackDescription, 'theta' | 'rotaryScaling'>;
type Bounds = readonly [low: number, high: number];

/**
 * Object in config.json that contains the rotary parameters: `rope_scaling`, or `rope_parameters` in files of
 * transformers 5. If a file has both, `rope_scaling` takes precedence, as it does in transformers.
 */
export const rotaryParameters = (config: ConfigFields): ConfigFields =>
  config.within(config.has('rope_scaling') ? 'rope_scaling' : 'rope_parameters');

/**
 * Reads the rotary frequencies and their scaling from config.json.
 * @param rotaryDim number of rotated dimensions per head
 * @param thetaField config.json field that contains the base of the frequencies, if it is not among the rotary
 * parameters
 */
export function rotaryFrequencies(
  config: ConfigFields,
  rotaryDim: number,
  { parameters = rotaryParameters(config), thetaField = 'rope_theta' } = {},
): RotaryFrequencies {
  const theta = parameters.has('rope_theta') ? parameters.positive('rope_theta') : config.positive(thetaField);
  const kind = parameters.name(
    parameters.has('rope_type') ? 'rope_type' : 'type',
    ['default', 'linear', 'llama3', 'yarn'],
    'default',
  );
  if (kind === 'default') return { theta };
  if (kind === 'linear') return { theta, rotaryScaling: { factor: parameters.positive('factor') } };
  const length = config.positions('max_position_embeddings');
  const original = config.has('original_max_position_embeddings') ? config : parameters;
  const originalLength = original.positions('original_max_position_embeddings', length);
  if (kind === 'llama3') {
    const [lowFactor, highFactor] = boundsOf(parameters, ['low_freq_factor', 'high_freq_factor']);
    return { theta, rotaryScaling: { factor: parameters.positive('factor'), lowFactor, highFactor, originalLength } };
  }
  parameters.expectOnly('truncate', true);
  const factor = parameters.positive('factor', length / originalLength);
  const [slow, fast] = boundsOf(parameters, ['beta_slow', 'beta_fast'], [1, 32]);
  // Fractional index of the rotary frequency that completes the given number of rotations within the original context.
  const indexOf = (turns: number) =>
    (rotaryDim * Math.log(originalLength / (2 * Math.PI * turns))) / (2 * Math.log(theta));
  const first = Math.max(Math.floor(indexOf(fast)), 0);
  const slowest = Math.min(Math.ceil(indexOf(slow)), rotaryDim - 1);
  const last = slowest === first ? slowest + 0.001 : slowest; // as in the reference implementations
  if (!(last > first)) {
    throw parameters.error('original_max_position_embeddings', `positions in which a frequency turns ${slow} times`);
  }
  const magnitude = parameters.positive('attention_factor', magnitudeOf(parameters, factor));
  return { theta, rotaryScaling: { factor, first, last, magnitude } };
}

/**
 * Reads two bounds on the number of rotations that a frequency completes within the original context. Frequencies below
 * the lower bound are divided by the factor, those above the upper bound stay unchanged, those in between are
 * interpolated.
 */
function boundsOf(
  parameters: ConfigFields,
  [low, high]: readonly [string, string],
  defaults: readonly [number?, number?] = [],
): Bounds {
  const bounds = [parameters.positive(low, defaults[0]), parameters.positive(high, defaults[1])] as const;
  if (bounds[1] > bounds[0]) return bounds;
  throw parameters.error(high, `more than ${low} = ${bounds[0]}`);
}

/**
 * YaRN's attention factor, by which the rotated queries and keys are multiplied. It preserves the sharpness of the
 * softmax in longer texts.
 */
function magnitudeOf(parameters: ConfigFields, factor: number): number {
  const of = (weight: number) => (factor > 1 ? 0.1 * weight * Math.log(factor) + 1 : 1);
  if (!parameters.has('mscale') || !parameters.has('mscale_all_dim')) return of(1);
  return of(parameters.positive('mscale')) / of(parameters.positive('mscale_all_dim'));
}
