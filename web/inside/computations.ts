// Results that each view shows, and the requests for them: a result is computed once for its key, which says what it depends on.
import { isPatch } from './interventions.js';
import { isByToken } from '../analysis/patched-activation.js';
import { isPatchable } from './views/patchable.js';
import { queryOf, sidesOf } from './views/sides.js';
import { shownTokens } from './views/lens-rows.js';
import type { Client } from './work/client.js';
import type { InsideState, ViewName } from './state.js';
import type { Answer } from './work/answer.js';
import type { AttentionType } from '../engine/transformer/head-ref.js';
import type { AttributedScore } from './work/attribution/score.js';
import type { Attribution } from './work/attribution/attribution.js';
import type { Contribution } from './work/attribution/contribution.js';
import type { Carried } from './work/pair/carried.js';
import type { Effects } from './work/effects.js';
import type { HeadScores, Question } from '../analysis/index.js';
import type { HeadsOf, Opened } from './opened.js';
import type { Lens } from './work/lens.js';
import type { Patches } from './work/pair/patches.js';
import type { Paths } from './work/attribution/paths.js';
import type { Patterns } from './work/patterns.js';
import type { Similar } from './work/similar.js';
import type { Task } from './task.js';
import type { TextPair } from './work/pair/pair.js';

/** Results, as views read them. */
export interface Results {
  readonly lens: Lens;
  readonly attribution: Attribution;
  readonly effects: Effects;
  readonly roles: HeadScores;
  /** Pictures of the heads of each attention, by layer, as they come. */
  readonly patterns: ReadonlyMap<string, Patterns>;
  /** Weights of the position of the question in the selected head. */
  readonly row: Float32Array;
  /** Heads that attend as the selected one does. */
  readonly similar: Similar;
  readonly score: AttributedScore;
  /** The two texts, and the patches between them. */
  readonly pair: TextPair;
  readonly patches: Patches;
  /** The answer with an activation that the user has carried over. */
  readonly carried: Carried;
  readonly contribution: Contribution;
  readonly paths: Paths;
}
type Computed = keyof Results;

/** Inputs of the computations, and their tasks. */
type Computable = { readonly [Name in Computed]: Task<Results[Name]> } & {
  readonly state: InsideState;
  readonly question: Required<Question> | null;
  readonly answer: Task<Answer>;
  readonly opened: Opened | null;
  readonly heads: readonly HeadsOf[];
  queryAt(attention: AttentionType): number;
};

/** Results that each view shows, beside the weights of the selected head. */
const COMPUTED: Readonly<Record<ViewName, readonly Computed[]>> = {
  lens: ['lens'],
  made: ['attribution'],
  effects: ['effects', 'attribution'],
  heads: ['patterns', 'similar', 'roles'],
  score: ['attribution', 'score'],
  pair: ['pair', 'patches', 'carried'],
  contribution: ['attribution', 'contribution'],
  paths: ['attribution', 'paths'],
};

/** Results of the open view, with the numbers that order its heads. */
function computedFor({ view, sort }: InsideState): readonly Computed[] {
  const ordered = view !== 'heads' || (sort !== 'direct' && sort !== 'total');
  const order = ordered ? [] : [sort === 'direct' ? ('attribution' as const) : ('effects' as const)];
  return [...COMPUTED[view], ...order, 'row'];
}

/** Key of a result of the run. */
function ofRun({ text, second, interventions, other }: InsideState, ...rest: readonly unknown[]): string {
  return JSON.stringify([text, second, interventions, interventions.some(isPatch) && other, ...rest]);
}

/** Key of a result of the question. */
const ofQuestion = ({ state, question }: Computable, ...rest: readonly unknown[]): string =>
  ofRun(state, question, ...rest);

/** The first token, on which many heads rest, is shown beside all others. */
const withFirst = (positions: readonly number[]): number[] => [...new Set([0, ...positions])];

/** Each starts a result that is not known yet; the answer is. */
const COMPUTATIONS: Readonly<Record<Computed, (inspection: Computable, client: Client) => void>> = {
  lens(inspection, client) {
    const { question, answer, lens } = inspection;
    if (!question) return;
    const tokens = shownTokens(answer.value!.tokens.length, question.position);
    lens.start(ofQuestion(inspection), (options) => client.ask('lens', { question, tokens }, options));
  },
  attribution(inspection, client) {
    const { question, opened, attribution } = inspection;
    // A head for masked tokens is not linear.
    if (!question || opened?.facts.predicts === 'masked') return;
    attribution.start(ofQuestion(inspection), ({ signal }) => client.ask('attribution', { question }, { signal }));
  },
  effects(inspection, client) {
    const { question, effects, state } = inspection;
    const { kind, other, second } = state;
    if (!question || (kind === 'resample' && other === '')) {
      effects.reset();
      return;
    }
    const key = ofQuestion(inspection, kind, kind === 'resample' && other);
    effects.start(key, (options) => client.ask('effects', { question, kind, other, second }, options));
  },
  paths(inspection, client) {
    const { question, opened, paths } = inspection;
    if (!question || opened?.facts.predicts === 'masked') return; // as the attribution
    paths.start(ofQuestion(inspection), ({ signal }) => client.ask('paths', { question }, { signal }));
  },
  roles({ roles, state }, client) {
    roles.start(state.model, (options) => client.ask('roles', null, options));
  },
  patterns({ patterns, state, heads }, client) {
    patterns.start(ofRun(state), async ({ signal, onProgress }) => {
      const places = heads.flatMap(({ attention, layers }) =>
        Array.from({ length: layers }, (_, layer) => ({ attention, layer })),
      );
      const known = new Map<string, Patterns>();
      for (const place of places) {
        known.set(`${place.attention}.${place.layer}`, await client.ask('patterns', place, { signal }));
        onProgress(known.size / places.length, known);
      }
      return known;
    });
  },
  row(inspection, client) {
    const { head: at } = inspection.state;
    if (!at) return;
    const query = inspection.queryAt(at.attention);
    const key = ofRun(inspection.state, at, query);
    inspection.row.start(key, ({ signal }) => client.ask('row', { at, query }, { signal }));
  },
  similar({ similar, state }, client) {
    const { head: at } = state;
    if (!at) return;
    similar.start(ofRun(state, at), ({ signal }) => client.ask('similar', { at }, { signal }));
  },
  score(inspection, client) {
    const { head: at, pair } = inspection.state;
    if (!at) return;
    const argument = { at, query: inspection.queryAt(at.attention), key: pair?.[1] ?? null };
    const key = ofRun(inspection.state, argument);
    inspection.score.start(key, ({ signal }) => client.ask('score', argument, { signal }));
  },
  pair(inspection, client) {
    const { question, pair, state } = inspection;
    const { other, second } = state;
    if (!question || other === '') {
      pair.reset();
      return;
    }
    const argument = { question, other, second };
    pair.start(ofQuestion(inspection, other), ({ signal }) => client.ask('pair', argument, { signal }));
  },
  patches(inspection, client) {
    const { question, pair, patches, state } = inspection;
    const { other, second, activation, direction } = state;
    if (!question || pair.status !== 'done' || !isPatchable(pair.value!, activation)) {
      patches.reset();
      return;
    }
    const argument = { question, other, second, activation, direction };
    const key = ofQuestion(inspection, other, activation, direction);
    patches.start(key, (options) => client.ask('patches', argument, options));
  },
  carried(inspection, client) {
    const { question, pair, carried, state } = inspection;
    const { other, second, activation, direction, carry } = state;
    if (!question || pair.status !== 'done' || !carry?.to || !isByToken(activation)) {
      carried.reset();
      return;
    }
    const argument = { question, other, second, activation, direction, from: carry.from, to: carry.to };
    const key = ofQuestion(inspection, other, activation, direction, carry);
    carried.start(key, ({ signal }) => client.ask('carried', argument, { signal }));
  },
  contribution({ answer, contribution, state }, client) {
    const { head: at } = state;
    if (!at) return;
    const { queries, keys } = sidesOf(answer.value!, at.attention);
    const query = queryOf(answer.value!, at.attention);
    const argument = {
      at,
      queries: shownTokens(queries.length, query),
      keys: withFirst(shownTokens(keys.length, keys === queries ? query : keys.length - 1)),
    };
    contribution.start(ofRun(state, argument), ({ signal }) => client.ask('contribution', argument, { signal }));
  },
};

/** Names of all results. */
export const RESULTS = Object.keys(COMPUTATIONS) as readonly Computed[];

/** Starts what the view of the state shows. */
export function compute(inspection: Computable, client: Client): void {
  for (const name of computedFor(inspection.state)) COMPUTATIONS[name](inspection, client);
}
