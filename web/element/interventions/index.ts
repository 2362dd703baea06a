// Registry of the interventions that the user can make in a model's run. To add an intervention, add a file, a line
// here, and its texts.
import { ablate } from './ablate.js';
import { causal } from './causal.js';
import { mask } from './mask.js';
import { padding } from './padding.js';
import { scaling } from './scaling.js';
import { temperature } from './temperature.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { InterventionDefinition, RunContext } from './definition.js';

/** Interventions, in the order of their controls. */
export const INTERVENTIONS = {
  /** True if each token of the sentence attends only to itself and to earlier tokens. */
  causal,
  /** True if the attention scores are divided by √headDim. */
  scaling,
  /** The temperature of the softmax: a divisor of the attention scores, in addition to the scaling. */
  temperature,
  /** Number of padding tokens at the end of the sentence, to which no token attends. */
  padding,
  /** Masked pairs of a query token and a key token, as indices, written as 'query.key,…'. */
  mask,
  /** Ablated (switched off) tokens and heads, as indices, written as 'token,…,attention.layer.head,…'. */
  ablate,
};

export type InterventionName = keyof typeof INTERVENTIONS;

type ValuesOf<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends InterventionDefinition<infer Value> ? Value : never;
};

export type Interventions = ValuesOf<typeof INTERVENTIONS>;

export const INTERVENTION_NAMES = Object.keys(INTERVENTIONS) as InterventionName[];

/** Definition of an intervention by its name, typed for code that handles all interventions alike. */
export const interventionNamed = (name: InterventionName): InterventionDefinition<unknown> =>
  INTERVENTIONS[name] as InterventionDefinition<unknown>;

const fromEach = <Value>(valueOf: (name: InterventionName) => Value) =>
  Object.fromEntries(INTERVENTION_NAMES.map((name) => [name, valueOf(name)]));

export const noInterventions = (): Interventions =>
  fromEach((name) => INTERVENTIONS[name].codec.default) as unknown as Interventions;

/** Attribute values of all interventions whose values differ from their defaults. */
export function writtenInterventions(values: Interventions): Partial<Record<InterventionName, string>> {
  const written = INTERVENTION_NAMES.map((name) => {
    const { codec } = interventionNamed(name);
    return { name, value: codec.write(values[name]), baseline: codec.write(codec.default) };
  });
  const changed = written.filter(({ value, baseline }) => value !== baseline);
  return Object.fromEntries(changed.map(({ name, value }) => [name, value]));
}

export const hasInterventions = (values: Interventions): boolean =>
  Object.keys(writtenInterventions(values)).length > 0;

/** Combines the values of all interventions into one intervention for the engine. */
export const interventionOf = (values: Interventions, context: RunContext): Intervention =>
  INTERVENTION_NAMES.reduce<Intervention>(
    (all, name) => ({ ...all, ...interventionNamed(name).toEngine(values[name], context) }),
    {},
  );

/** The interventions that remain valid for another text, whose tokens differ. */
export const forOtherText = (values: Interventions): Interventions =>
  fromEach((name) => interventionNamed(name).forOtherText?.(values[name]) ?? values[name]) as unknown as Interventions;
