// What a state shows of a model: the run of the text as it was changed, the run as it would be, and the head in question.
import { attentionRollout, meanOfHeads } from '../engine/rollout.js';
import { HAN } from '../text/word-features.js';
import { hearsAnotherMost } from './asking-word.js';
import { headPlace, UNKNOWN_SHAPE, type HeadPlace, type Shape } from './head-place.js';
import { runOf } from './runs.js';
import { interventionOf, isChanged, noChanges, type Changed } from './changes.js';
import { tokenize } from '../text/tokenize.js';
import type { AttentionKind, HeadTrace, LayerTrace, NextPiece, Run } from '../engine/run.js';
import type { HeadDescription } from '../engine/model-config.js';
import type { Language } from '../messages/index.js';
import type { Model } from './shared-engine.js';
import type { State } from './properties.js';
import type { Tensor } from '../engine/tensor.js';

/** The most words that are shown at once. */
export const MOST_WORDS = 512;

/** Where, of the words from first to last, the asking word is if nobody chose one: later words have more to look at. */
const DEFAULT_ROW = 0.7;

/** The weights of all heads of a kind, what they have in common, and what comes through all layers. */
export interface AllHeads {
  /** Of each layer, [heads, queries, keys]. */
  layers: readonly Tensor[];
  /** Of each layer the mean of its heads, [queries, keys]. */
  means: readonly Tensor[];
  /** Of each layer, [words, words]; null where questions and answers are of two texts. */
  rollout: readonly Tensor[] | null;
}

/** @param oneText whether questions and answers are of one text, through whose layers a word can be followed */
export const allHeadsOf = (layers: readonly Tensor[], oneText: boolean): AllHeads => ({
  layers,
  means: layers.map(meanOfHeads),
  rollout: oneText ? attentionRollout(layers) : null,
});

const SEEN = 0.005; // a weight that is moved by less looks the same

/** The largest difference of two arrays of weights, and where it is. */
function largestMove(now: Float32Array, before: Float32Array): { by: number; at: number } {
  const largest = { by: 0, at: 0 };
  for (let at = 0; at < now.length; at++) {
    const by = Math.abs(now[at]! - before[at]!);
    if (by > largest.by) Object.assign(largest, { by, at });
  }
  return largest;
}

/** What the element shows something of: a run of a model, or attention from elsewhere. */
export interface Look {
  readonly run: Run | null;
  /** Whether every step is known, or the weights alone. */
  readonly stepsKnown: boolean;
  /** How many layers and heads there are. */
  readonly shape: Shape;
  readonly allWords: number;
  readonly heads: readonly HeadDescription[];
  readonly place: HeadPlace;
  readonly layerTrace: LayerTrace | null;
  readonly trace: HeadTrace | null;
  readonly before: HeadTrace | null;
  /** The head that the changes move most, where one sees nothing of them in the one that is shown; null: one does. */
  readonly elsewhere: HeadPlace | null;
  readonly description: HeadDescription | null;
  readonly tokens: { asking: Run['tokens']; answering: Run['tokens'] };
  readonly askingLanguage: Language;
  readonly allHeads: AllHeads | null;
  /** Another head of the same. */
  look(state: Pick<State, 'kind' | 'layer' | 'head'>): void;
  descriptionOf(place: HeadPlace): HeadDescription | null;
  rowOf(state: Pick<State, 'row'>): number;
  nextAfter(row: number): readonly NextPiece[] | null;
}

export class Looking implements Look {
  readonly stepsKnown = true;
  readonly #model: Model;
  /** What the model gave for the text, as far as it is shown; null where there is no word in it. */
  readonly run: Run | null;
  /** How many words the text has, also those that are not shown. */
  readonly allWords: number;
  readonly #state: State;
  readonly #text: string;
  #untouched: Run | null = null;
  #place: HeadPlace | null = null;
  #layerTrace: LayerTrace | null = null;
  #trace: HeadTrace | null = null;
  #elsewhere: HeadPlace | null | undefined;
  #before: HeadTrace | null = null;
  readonly #allHeads = new Map<AttentionKind, AllHeads>();

  constructor(model: Model, state: State) {
    this.#model = model;
    this.#state = state;
    const tokens = tokenize(state.text);
    this.allWords = tokens.length;
    const shown = Math.min(tokens.length, MOST_WORDS);
    this.#text = shown > 0 ? state.text.slice(0, tokens[shown - 1]!.end) : '';
    this.run = shown > 0 ? this.#runWith(state) : null;
  }

  #runWith(changes: Changed): Run {
    return runOf(this.#model, this.#text, interventionOf(changes, Math.min(this.allWords, MOST_WORDS), this.#model));
  }

  /** The same run, another head of it. */
  look(state: Pick<State, 'kind' | 'layer' | 'head'>): void {
    const place = headPlace(state, this.shape, this.heads);
    this.#place = place;
    this.#layerTrace = this.run?.layer(place.kind, place.layer) ?? null;
    this.#trace = this.#layerTrace?.head(place.head) ?? null;
    this.#before = null;
    this.#elsewhere = undefined;
  }

  get shape(): Shape {
    return this.run ?? UNKNOWN_SHAPE;
  }

  /** What is known of the model's heads. */
  get heads(): readonly HeadDescription[] {
    return this.#model.trained ? this.#model.heads : [];
  }

  /** The head that is shown, which is the one asked for as far as the model has it. */
  get place(): HeadPlace {
    return this.#place ?? { kind: 'self', layer: 0, head: 0 };
  }

  get layerTrace(): LayerTrace | null {
    return this.#layerTrace;
  }

  get trace(): HeadTrace | null {
    return this.#trace;
  }

  /** The head where nothing is changed; null where nothing is, or where the translation became another one. */
  get before(): HeadTrace | null {
    if (!this.#trace || !isChanged(this.#state)) return null;
    if (!this.#before) {
      this.#untouched ??= this.#runWith(noChanges());
      const { kind, layer, head } = this.place;
      this.#before = this.#untouched.trace(kind, layer, head);
    }
    return this.#before.weights.data.length === this.#trace.weights.data.length ? this.#before : null;
  }

  get elsewhere(): HeadPlace | null {
    if (this.#elsewhere === undefined) this.#elsewhere = this.#findElsewhere();
    return this.#elsewhere;
  }

  #findElsewhere(): HeadPlace | null {
    const { before, run } = this;
    if (!run || !before || largestMove(this.#trace!.weights.data, before.weights.data).by >= SEEN) return null;
    const { kind } = this.place;
    const moves = Array.from({ length: run.layers[kind] }, (_, layer) => {
      const [now, was] = [run, this.#untouched!].map((each) => each.layer(kind, layer).weights) as [Tensor, Tensor];
      const { by, at } = largestMove(now.data, was.data);
      return { by, place: { kind, layer, head: Math.floor(at / (now.data.length / run.numHeads)) } };
    });
    const most = moves.reduce((one, other) => (other.by > one.by ? other : one));
    return most.by >= SEEN ? most.place : null;
  }

  /** What is known of the head that is shown. */
  get description(): HeadDescription | null {
    return this.descriptionOf(this.place);
  }

  descriptionOf({ kind, layer, head }: HeadPlace): HeadDescription | null {
    return this.heads.find((each) => each.kind === kind && each.layer === layer && each.head === head) ?? null;
  }

  /** The words that ask, and those that answer. */
  get tokens(): { asking: Run['tokens']; answering: Run['tokens'] } {
    const { kind } = this.place;
    const { tokens = [], targetTokens = [] } =
      this.run && kind !== 'self' ? this.run : { tokens: this.run?.tokens ?? [] };
    return { asking: kind === 'self' ? tokens : targetTokens, answering: kind === 'causal' ? targetTokens : tokens };
  }

  /** The language that the words which ask are in. */
  get askingLanguage(): Language {
    if (this.place.kind !== 'self' && this.run?.target) return this.run.target.language;
    return HAN.test(this.#text) ? 'zh' : 'en';
  }

  /** The word that asks: the one asked for, or the one that has most to tell. */
  rowOf({ row }: Pick<State, 'row'>): number {
    const words = Math.max(1, this.tokens.asking.length);
    if (row >= 0) return Math.min(row, words - 1);
    const seeks = this.description?.role === 'antecedent' && this.#trace;
    const pronoun = seeks ? hearsAnotherMost(this.#trace!.weights) : -1;
    return pronoun >= 0 ? pronoun : Math.floor(words * DEFAULT_ROW);
  }

  /** What the decoder would say after the piece that asks; null where no piece asks. */
  nextAfter(row: number): readonly NextPiece[] | null {
    return this.place.kind === 'self' ? null : (this.run?.target?.next[row] ?? null);
  }

  /** All heads of the kind that is shown; null where there is no run. */
  get allHeads(): AllHeads | null {
    const { run } = this;
    const { kind } = this.place;
    if (!run) return null;
    const known = this.#allHeads.get(kind);
    if (known) return known;
    const layers = Array.from({ length: run.layers[kind] }, (_, layer) => run.layer(kind, layer).weights);
    const all = allHeadsOf(layers, kind !== 'cross');
    this.#allHeads.set(kind, all);
    return all;
  }
}
