// The frequencies of rotary positions, as config.json has them, and how they are scaled for texts longer than those that the
// model was first trained on: linearly (Chen et al. 2023), as Llama 3's, or by YaRN (Peng et al. 2023).
import type { ConfigFields } from './config-fields.js';
import type { StackDescription } from '../../model/description.js';

type RotaryFrequencies = Pick<
  StackDescription,
  | 'theta'
  | 'rotaryFactor'
  | 'rotaryLowFactor'
  | 'rotaryHighFactor'
  | 'rotaryOriginalLength'
  | 'rotaryFirst'
  | 'rotaryLast'
  | 'rotaryMagnitude'
>;

/** Since version 5, transformers has the parameters in one object; the older one prevails, as there. */
export const rotaryParameters = (config: ConfigFields): ConfigFields =>
  config.within(config.has('rope_scaling') ? 'rope_scaling' : 'rope_parameters');

/**
 * @param rotaryDim the numbers of each head that are turned
 * @param thetaField the field with the base, where it is not among the parameters
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
  if (kind === 'linear') return { theta, rotaryFactor: parameters.positive('factor') };
  const length = config.positions('max_position_embeddings');
  const original = config.has('original_max_position_embeddings') ? config : parameters;
  const originalLength = original.positions('original_max_position_embeddings', length);
  if (kind === 'llama3') {
    return {
      ...{ theta, rotaryFactor: parameters.positive('factor') },
      ...boundsOf(parameters, ['low_freq_factor', 'high_freq_factor']),
      rotaryOriginalLength: originalLength,
    };
  }
  parameters.expectOnly('truncate', true);
  const rotaryFactor = parameters.positive('factor', length / originalLength);
  const { rotaryLowFactor, rotaryHighFactor } = boundsOf(parameters, ['beta_slow', 'beta_fast'], [1, 32]);
  // The index of the frequency that turns so often in the original length
  const indexOf = (turns: number) =>
    (rotaryDim * Math.log(originalLength / (2 * Math.PI * turns))) / (2 * Math.log(theta));
  const rotaryFirst = Math.max(Math.floor(indexOf(rotaryHighFactor)), 0);
  const last = Math.min(Math.ceil(indexOf(rotaryLowFactor)), rotaryDim - 1);
  const rotaryLast = last === rotaryFirst ? last + 0.001 : last; // as in the reference implementations
  if (!(rotaryLast > rotaryFirst)) {
    throw parameters.error(
      'original_max_position_embeddings',
      `positions in which a frequency turns ${rotaryLowFactor} times`,
    );
  }
  return {
    ...{ theta, rotaryFactor, rotaryFirst, rotaryLast },
    rotaryMagnitude: parameters.positive('attention_factor', magnitude(parameters, rotaryFactor)),
  };
}

/** How often frequencies turn at most, and at least, that are divided and kept. */
function boundsOf(
  parameters: ConfigFields,
  [low, high]: readonly [string, string],
  defaults: readonly [number?, number?] = [],
): Required<Pick<RotaryFrequencies, 'rotaryLowFactor' | 'rotaryHighFactor'>> {
  const rotaryLowFactor = parameters.positive(low, defaults[0]);
  const rotaryHighFactor = parameters.positive(high, defaults[1]);
  if (rotaryHighFactor > rotaryLowFactor) return { rotaryLowFactor, rotaryHighFactor };
  throw parameters.error(high, `more than ${low} = ${rotaryLowFactor}`);
}

/** YaRN's, which keeps the softmax as sharp in longer texts. */
function magnitude(parameters: ConfigFields, factor: number): number {
  const of = (weight: number) => (factor > 1 ? 0.1 * weight * Math.log(factor) + 1 : 1);
  if (!parameters.has('mscale') || !parameters.has('mscale_all_dim')) return of(1);
  return of(parameters.positive('mscale')) / of(parameters.positive('mscale_all_dim'));
}
