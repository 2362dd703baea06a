// A model under inspection, as the page knows it: what is open, the question, and the results of each view.
import { messageOf } from '../engine/core/file-contents.js';
import { Client, CrashError } from './work/client.js';
import { filesOfModel, missingFiles, type Fault, type Missing } from '../page/chosen-files.js';
import { addressIn, isAddress } from './address.js';
import { headsOf, nameOf, precisionThatFits, type HeadsOf, type Opened } from './opened.js';
import { INITIAL, OTHER_STORY, STORY, VIEWS_OF_WEIGHTS, type InsideState, type ViewName } from './state.js';
import { isPatchable } from './views/patchable.js';
import { queryOf, sidesOf } from './views/sides.js';
import { RECIPES } from './recipes.js';
import { shownTokens } from './views/lens-rows.js';
import { filesOf, filesOfKept, forget, keep, keptModels, type KeptModel } from './kept-models.js';
import { Task, type Running } from './task.js';
import type { Answer } from './work/answer.js';
import type { AttributedScore } from './work/score.js';
import type { Attribution } from './work/attribution.js';
import type { Contribution } from './work/contribution.js';
import type { Effects } from './work/effects.js';
import type { ExportArgument } from './work/exporting.js';
import type { HeadRef } from '../engine/transformer/head-ref.js';
import type { HeadScores, Question } from '../analysis/index.js';
import { httpFaultOf, type HttpFault } from '../engine/weights/http-source.js';
import type { KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { Lens } from './work/lens.js';
import type { Patches } from './work/pair/patches.js';
import type { Patterns } from './work/patterns.js';
import type { Source } from './work/opening.js';
import type { TextPair } from './work/pair/pair.js';

export type Opening =
  | { readonly kind: 'none' }
  | { readonly kind: 'describing'; readonly name: string }
  /** Files that are no model, and those that one lacks. */
  | { readonly kind: 'refused'; readonly fault: Fault; readonly missing: Missing }
  | { readonly kind: 'tooLarge' | 'images'; readonly opened: Opened }
  /** @param done share of the bytes that are read */
  | { readonly kind: 'reading'; readonly opened: Opened; readonly done: number }
  | { readonly kind: 'open'; readonly opened: Opened }
  | { readonly kind: 'crashed'; readonly name: string; readonly message: string }
  /** @param fault reason that the server of an address did not give a file; null: it is another one */
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly message: string;
      readonly fault: HttpFault | null;
    };

/** A file that was saved, or a link to what is shown. */
export type Taken =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'link'; readonly url: string; readonly isCopied: boolean };

/** A file that was opened for a link: the one that it is about, another one, or one of another name. */
export type Verdict = 'checking' | 'same' | 'other' | 'otherName';

/** Pictures of the heads of each attention, by layer, as they come. */
export type PatternsOf = ReadonlyMap<string, Patterns>;

type HashOptions = Pick<Running<never>, 'signal' | 'onProgress'>;

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export class Inspection {
  readonly #changed: () => void;
  readonly #client: Client;
  #state: InsideState = INITIAL;
  #opening: Opening = { kind: 'none' };
  /** Ends the opening that is under way. */
  #reading = new AbortController();
  /** State of a link to a model of somebody's own, which is asked for. */
  #linked: InsideState | null = null;
  /** Null: nothing is typed. */
  #typed: string | null = null;
  /** Digits of `state.sha`. */
  static readonly #DIGITS = 16;
  readonly answer: Task<Answer>;
  readonly lens: Task<Lens>;
  readonly attribution: Task<Attribution>;
  readonly effects: Task<Effects>;
  readonly roles: Task<HeadScores>;
  readonly patterns: Task<PatternsOf>;
  /** Weights of the position of the question in the selected head. */
  readonly row: Task<Float32Array>;
  readonly score: Task<AttributedScore>;
  /** The two texts, and the patches between them. */
  readonly pair: Task<TextPair>;
  readonly patches: Task<Patches>;
  readonly contribution: Task<Contribution>;
  /** SHA-256 of the file of weights; null: it is not at hand. */
  readonly identity: Task<string | null>;
  /** Exports. */
  readonly taking: Task<Taken>;
  /** Models in the browser's storage; null: nothing can be kept. */
  readonly kept: Task<readonly KeptModel[] | null>;
  /** Keeps the open model there. */
  readonly keeping: Task<true>;

  /** @param changed called after every change */
  constructor(changed: () => void) {
    this.#changed = changed;
    const task = <Value>() => new Task<Value>(changed);
    const first = <Value>(keeps: boolean) =>
      new Task<Value>(() => {
        this.#compute();
        changed();
      }, keeps);
    this.answer = first(true);
    this.lens = task();
    this.attribution = task();
    this.effects = task();
    this.roles = task();
    this.patterns = task();
    this.row = task();
    this.score = new Task(changed, true);
    this.pair = first(false);
    this.patches = task();
    this.contribution = new Task(changed, true);
    this.identity = task();
    this.taking = task();
    this.kept = task();
    this.keeping = task();
    this.#client = new Client((error) => this.#onCrash(error));
  }

  get state(): InsideState {
    return this.#state;
  }

  get opening(): Opening {
    return this.#opening;
  }

  /** The open model; null: none, or not yet. */
  get opened(): Opened | null {
    return this.#opening.kind === 'open' ? this.#opening.opened : null;
  }

  get heads(): readonly HeadsOf[] {
    return this.opened ? headsOf(this.opened.facts) : [];
  }

  /** The question of the answer at hand; null: there is none, or the model has no logits. */
  get question(): Required<Question> | null {
    const prediction = this.answer.value?.prediction;
    if (!prediction) return null;
    return { token: prediction.token.id, against: prediction.against.id, position: prediction.position };
  }

  /** State of a link that the open model, or the next one, is asked for; null: there is none. */
  get linked(): InsideState | null {
    return this.#linked;
  }

  /** Null: the open model is not of a link, or has its name, and no more is known. */
  get verdict(): Verdict | null {
    const { opened, identity } = this;
    if (!this.#linked || !opened) return null;
    const { model, sha } = this.#linked;
    if (sha === '') return opened.name === model ? null : 'otherName';
    if (identity.status === 'failed') return null;
    if (identity.status !== 'done') return 'checking';
    return identity.value?.startsWith(sha) === true ? 'same' : 'other';
  }

  /** Takes the state of a URL. An open model stays open, whatever the URL says; the storyteller is opened. */
  visit(state: InsideState): void {
    const isOpen = ['describing', 'reading', 'open'].includes(this.#opening.kind);
    if (isOpen) {
      this.set(state.model === this.#state.model ? state : { view: state.view });
      return;
    }
    const isOwn = state.model !== '' && state.model !== 'stories' && !isAddress(state.model);
    this.#linked = isOwn ? state : null;
    this.#typed = null;
    this.set(state);
    if (state.model === 'stories') void this.openStories();
  }

  /** Sets the state, and computes what it shows. */
  set(changed: Partial<InsideState>): void {
    const { recipe = '' } = changed;
    const text = recipe === '' ? (changed.text ?? this.#state.text) : RECIPES[recipe].text;
    const { second = this.#state.second } = changed;
    const isOtherText = text !== this.#state.text || second !== this.#state.second;
    const isOther = isOtherText || recipe !== '' || typeof changed.position === 'number';
    const forgotten = { position: null, token: null, against: null, recipe: '' } as const;
    const pair = isOtherText ? null : this.#state.pair;
    this.#state = { ...this.#state, pair, ...(isOther && forgotten), ...changed, text };
    this.#compute();
    this.#changed();
  }

  select(head: HeadRef | null): void {
    this.set({ head });
  }

  /** @param folder name of the model; default: that of its files */
  async openFiles(chosen: readonly File[], folder: string | null = null): Promise<void> {
    const files = filesOfModel(chosen);
    if (typeof files !== 'string') return this.open(files, { name: folder ?? nameOf(files) });
    this.#reading.abort();
    this.#become({ kind: 'refused', fault: files, missing: await missingFiles(chosen) });
  }

  lookUpKept(): void {
    this.kept.reset();
    this.kept.start('all', () => keptModels());
  }

  async openKept(name: string): Promise<void> {
    const { signal } = this.#reading;
    try {
      await this.openFiles(await filesOfKept(name), name);
    } catch (error) {
      this.#fail(name, error, signal); // it was deleted in another tab
      this.lookUpKept();
    }
  }

  async forgetKept(name: string): Promise<void> {
    await forget(name);
    this.lookUpKept();
  }

  /** Copies the files of the open model into the browser's storage. */
  keepOpened(): void {
    const { opened } = this;
    if (!opened || opened.source === 'stories') return;
    const files = filesOf(opened.source);
    this.keeping.start(opened.name, async ({ signal, onProgress }) => {
      await keep(opened.name, files, { signal, onProgress: (done) => onProgress(done, undefined) });
      this.lookUpKept();
      return true;
    });
  }

  openStories(): Promise<void> {
    return this.open('stories');
  }

  /** Address that is typed, or that a link names; nothing is asked of it before `openAddress`. */
  get typed(): string {
    return this.#typed ?? (isAddress(this.#state.model) ? this.#state.model : '');
  }

  type(address: string): void {
    this.#typed = address;
    this.#changed();
  }

  /** The typed address; null: it is none. */
  get address(): string | null {
    return addressIn(this.typed, location);
  }

  /** Reads a model from an address. This is the one request that leaves the page. */
  async openAddress(address: string): Promise<void> {
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    this.#become({ kind: 'describing', name: address });
    try {
      const files = await this.#client.ask('find', { address }, { signal });
      await this.open(files, { name: address });
    } catch (error) {
      this.#fail(address, error, signal);
    }
  }

  #fail(name: string, error: unknown, signal: AbortSignal): void {
    if (signal.aborted || isAbort(error) || error instanceof CrashError) return;
    this.#become({ kind: 'failed', name, message: messageOf(error), fault: httpFaultOf(error) });
  }

  /** Describes a model, and reads it if it fits. @param options default: its own name, and a precision that fits */
  async open(source: Source, options: { name?: string; precision?: KeptPrecision } = {}): Promise<void> {
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    const { name = nameOf(source) } = options;
    const isAsked = name === this.#state.model || (this.#linked !== null && source !== 'stories');
    this.#forget();
    this.#become({ kind: 'describing', name });
    try {
      const facts = await this.#client.ask('describe', { source }, { signal });
      if (isAsked) this.#state = { ...this.#state, model: name, sha: '' };
      else this.#state = { ...INITIAL, ...this.#recipe, view: this.#state.view, model: name };
      const chosen = options.precision ?? this.#state.precision;
      this.#state = { ...this.#state, precision: chosen };
      const precision = chosen === '' ? precisionThatFits(facts) : chosen;
      const opened = { name, source, facts, precision };
      if (source === 'stories' && this.#state.text === '')
        this.#state = { ...this.#state, text: STORY, other: this.#state.other || OTHER_STORY };
      if (facts.predicts === null && !VIEWS_OF_WEIGHTS.includes(this.#state.view))
        this.#state = { ...this.#state, view: 'heads' };
      if (facts.readsImages) {
        this.#become({ kind: 'images', opened });
        return;
      }
      if (!precision) {
        this.#become({ kind: 'tooLarge', opened });
        return;
      }
      this.#become({ kind: 'reading', opened, done: 0 });
      const onProgress = (done: number) => this.#become({ kind: 'reading', opened, done });
      await this.#client.ask('open', { source, precision }, { signal, onProgress });
      this.#become({ kind: 'open', opened });
      this.#compute();
      if (this.#linked && this.#linked.sha !== '') this.identity.start(name, (running) => this.#hash(running));
    } catch (error) {
      this.#fail(name, error, signal);
    }
  }

  /** Ends the worker, and with it all that the model takes. */
  close(): void {
    const isMistaken = this.verdict === 'other' || this.verdict === 'otherName'; // the link still asks for its file
    this.#reading.abort();
    this.#forget();
    this.#client.dispose();
    this.#linked = isMistaken ? this.#linked : null;
    this.#state = this.#linked ?? { ...INITIAL, view: this.#state.view };
    this.#become({ kind: 'none' });
  }

  /** A result as a file. */
  file(argument: Omit<ExportArgument, 'name'>, options: HashOptions): Promise<Blob> {
    return this.#client.ask('exported', { ...argument, name: this.#state.model }, options);
  }

  /** SHA-256 of the file of weights; null: it is not at hand. */
  async sha256(options: HashOptions): Promise<string | null> {
    if (this.identity.status === 'done') return this.identity.value;
    const sha = await this.#hash(options);
    this.identity.start(this.#state.model, () => Promise.resolve(sha));
    return sha;
  }

  /** The URL of a model of the user's own says which file it is about. */
  async #hash(options: HashOptions): Promise<string | null> {
    const sha = await this.#client.ask('identify', null, options);
    if (sha !== null && this.opened?.source !== 'stories')
      this.#state = { ...this.#state, sha: sha.slice(0, Inspection.#DIGITS) };
    this.#changed();
    return sha;
  }

  /** The recipe of a link, which is of any model. */
  get #recipe(): Pick<InsideState, 'recipe' | 'text'> {
    const { recipe } = this.#state;
    return { recipe, text: recipe === '' ? '' : RECIPES[recipe].text };
  }

  #become(opening: Opening): void {
    this.#opening = opening;
    this.#changed();
  }

  #onCrash({ message }: CrashError): void {
    const { model } = this.#state;
    this.#forget();
    this.#become({ kind: 'crashed', name: model, message });
  }

  #forget(): void {
    const { answer, lens, attribution, effects, roles, patterns, row, score, pair, patches, contribution } = this;
    const views = [answer, lens, attribution, effects, roles, patterns, row, score, pair, patches, contribution];
    for (const task of [...views, this.identity, this.taking, this.keeping]) task.reset();
  }

  /** Starts what the state shows and is not known yet. Results of another question are forgotten. */
  #compute(): void {
    if (!this.opened || this.#state.text === '') return;
    const { text, second, recipe, position, token, against } = this.#state;
    const { answer, rival } = recipe === '' ? { answer: null, rival: null } : RECIPES[recipe];
    const asked = { text, second, position, token, against, answer, rival };
    this.answer.start(JSON.stringify(asked), ({ signal }) => this.#client.ask('ask', asked, { signal }));
    if (this.answer.status === 'done') computedFor(this.#state).forEach((name) => this.#start[name]());
    this.#computeRow();
  }

  /** Key of a result of the question. */
  #keyOf(...rest: readonly unknown[]): string {
    return JSON.stringify([this.#state.text, this.#state.second, this.question, ...rest]);
  }

  readonly #start: Readonly<Record<Computed, () => void>> = {
    lens: () => {
      const { question } = this;
      const { tokens } = this.answer.value!;
      if (!question) return;
      const shown = shownTokens(tokens.length, question.position);
      this.lens.start(this.#keyOf(), (options) => this.#client.ask('lens', { question, tokens: shown }, options));
    },
    attribution: () => {
      const { question } = this;
      // A head for masked tokens is not linear.
      if (!question || this.opened?.facts.predicts === 'masked') return;
      this.attribution.start(this.#keyOf(), ({ signal }) => this.#client.ask('attribution', { question }, { signal }));
    },
    effects: () => {
      const { question } = this;
      const { kind } = this.#state;
      if (!question) return;
      this.effects.start(this.#keyOf(kind), (options) => this.#client.ask('effects', { question, kind }, options));
    },
    roles: () => this.roles.start(this.#state.model, (options) => this.#client.ask('roles', null, options)),
    patterns: () => {
      this.patterns.start(JSON.stringify([this.#state.text, this.#state.second]), async ({ signal, onProgress }) => {
        const places = this.heads.flatMap(({ attention, layers }) =>
          Array.from({ length: layers }, (_, layer) => ({ attention, layer })),
        );
        const known = new Map<string, Patterns>();
        for (const place of places) {
          known.set(`${place.attention}.${place.layer}`, await this.#client.ask('patterns', place, { signal }));
          onProgress(known.size / places.length, known);
        }
        return known;
      });
    },
    score: () => {
      const { head: at } = this.#state;
      if (!at) return;
      const argument = { at, query: this.queryAt(at.attention), key: this.#state.pair?.[1] ?? null };
      const key = JSON.stringify([this.#state.text, this.#state.second, argument]);
      this.score.start(key, ({ signal }) => this.#client.ask('score', argument, { signal }));
    },
    pair: () => {
      const { question } = this;
      const { other, second } = this.#state;
      if (!question || other === '') {
        this.pair.reset();
        return;
      }
      const argument = { question, other, second };
      this.pair.start(this.#keyOf(other), ({ signal }) => this.#client.ask('pair', argument, { signal }));
    },
    patches: () => {
      const { question } = this;
      const { other, second, activation, direction } = this.#state;
      if (!question || this.pair.status !== 'done' || !isPatchable(this.pair.value!, activation)) {
        this.patches.reset();
        return;
      }
      const argument = { question, other, second, activation, direction };
      const key = this.#keyOf(other, activation, direction);
      this.patches.start(key, (options) => this.#client.ask('patches', argument, options));
    },
    contribution: () => {
      const { head: at, text, second } = this.#state;
      if (!at) return;
      const { queries, keys } = sidesOf(this.answer.value!, at.attention);
      const query = queryOf(this.answer.value!, at.attention);
      const argument = {
        at,
        queries: shownTokens(queries.length, query),
        keys: withFirst(shownTokens(keys.length, keys === queries ? query : keys.length - 1)),
      };
      const key = JSON.stringify([text, second, argument]);
      this.contribution.start(key, ({ signal }) => this.#client.ask('contribution', argument, { signal }));
    },
  };

  /** Position whose query is shown: in the view of a score that of its pair, or else that of the question. */
  queryAt(attention: HeadRef['attention']): number {
    const answer = this.answer.value!;
    const chosen = this.#state.view === 'score' ? this.#state.pair?.[0] : undefined;
    return chosen !== undefined && chosen < sidesOf(answer, attention).queries.length
      ? chosen
      : queryOf(answer, attention);
  }

  #computeRow(): void {
    const { head: at, text, second } = this.#state;
    if (!at || this.answer.status !== 'done') return;
    const query = this.queryAt(at.attention);
    const key = JSON.stringify([text, second, at, query]);
    this.row.start(key, ({ signal }) => this.#client.ask('row', { at, query }, { signal }));
  }
}

/** The first token, on which many heads rest, is shown beside all others. */
const withFirst = (positions: readonly number[]): number[] => [...new Set([0, ...positions])];

type Computed =
  'lens' | 'attribution' | 'effects' | 'roles' | 'patterns' | 'score' | 'pair' | 'patches' | 'contribution';

/** Results that each view shows. */
const COMPUTED: Readonly<Record<ViewName, readonly Computed[]>> = {
  lens: ['lens'],
  made: ['attribution'],
  effects: ['effects', 'attribution'],
  heads: ['patterns', 'roles'],
  score: ['attribution', 'score'],
  pair: ['pair', 'patches'],
  contribution: ['attribution', 'contribution'],
};

/** With the numbers that heads are ordered by. */
function computedFor({ view, sort }: InsideState): readonly Computed[] {
  const ordered = view !== 'heads' || (sort !== 'direct' && sort !== 'total');
  return ordered ? COMPUTED[view] : [...COMPUTED[view], sort === 'direct' ? 'attribution' : 'effects'];
}
