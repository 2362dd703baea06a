// State of “Look inside” on the page: the open model, the question, the answer, and the results of the views.
import { Client } from './work/client.js';
import { keyOf, type Computation, type Inputs } from './computation.js';
import { filesOfModel, missingFiles } from '../page/chosen-files.js';
import { addressIn, isAddress } from './address.js';
import { hasFirstLayer, headsOf, nameOf, precisionThatFits, type HeadsOf, type Opened } from './opened.js';
import { FIRST_TEXT, INITIAL, OTHER_STORY, STORY, type InsideState } from './state.js';
import { VIEW_NAMES, VIEWS_OF_WEIGHTS, type ViewName } from './views.js';
import { isOfModel, isPatch, toggled, type Intervention } from './interventions.js';
import { queryOf, sidesOf } from './sides.js';
import { RECIPES } from './recipes.js';
import { filesOfKept } from './kept-models.js';
import { ModelOpening, type Opening } from './model-opening.js';
import { ModelStorage } from './model-storage.js';
import { verdictOf, type Verdict } from './model-link.js';
import { Task, type Running } from './task.js';
import type { Answer } from './work/answer.js';
import type { ExportArgument } from './work/exporting.js';
import type { FirstLayer } from './first-layer/work.js';
import type { HeadRef } from '../engine/transformer/head-ref.js';
import type { Question } from '../analysis/index.js';
import type { KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { ModelFacts } from '../engine/pretrained/model-facts.js';
import type { Source } from './work/opening.js';

/** Outcome of an export: a file that was saved, or a link that opens the view. */
export type Taken =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'link'; readonly url: string; readonly isCopied: boolean };

type HashOptions = Pick<Running<never>, 'signal' | 'onProgress'>;

export type ResultsOf = (state: InsideState) => readonly Computation<unknown>[];

export class Inspection implements Inputs {
  readonly #resultsOf: ResultsOf;
  readonly #changed: () => void;
  readonly #client: Client;
  readonly #model: ModelOpening;
  readonly storage: ModelStorage;
  #state: InsideState = INITIAL;
  /**
   * State in a link to a user's own model. It waits for the user to open the model's files; null if there is no such
   * link.
   */
  #linked: InsideState | null = null;
  /** Earlier lists of the active interventions, to which undo returns. */
  readonly #interventionsBefore: (readonly Intervention[])[] = [];
  /** Web address that the user has typed; null if nothing has been typed. */
  #typed: string | null = null;
  /** Number of hexadecimal digits of the weight file's hash that `state.sha` contains. */
  static readonly #DIGITS = 16;
  /**
   * Attention in the first layer of a large model, shown while the model is not open yet, or if it cannot be opened.
   */
  readonly firstLayer: Task<FirstLayer>;
  readonly answer: Task<Answer>;
  /** Tasks that hold the results of the views, by the names of the results. */
  readonly results: Record<string, Task<unknown>> = {};
  /** SHA-256 of the model's weight file; its value is null if the file was read over the network. */
  readonly identity: Task<string | null>;
  /** Task of the export in progress, or of the latest one. */
  readonly taking: Task<Taken>;

  /**
   * Creates the state, at first without a model.
   * @param resultsOf returns the results that the page needs in a state
   * @param changed called after every change of the state
   */
  constructor(resultsOf: ResultsOf, changed: () => void) {
    this.#resultsOf = resultsOf;
    this.#changed = changed;
    this.firstLayer = new Task(changed, true);
    this.answer = new Task(() => this.#goOn(), true);
    this.identity = new Task(changed);
    this.taking = new Task(changed);
    this.storage = new ModelStorage(changed);
    this.#client = new Client((error) => {
      this.#forget();
      this.#model.crash(error);
    });
    this.#model = new ModelOpening(this.#client, changed);
  }

  get state(): InsideState {
    return this.#state;
  }

  get opening(): Opening {
    return this.#model.current;
  }

  get opened(): Opened | null {
    return this.#model.opened;
  }

  /** Names of the views that are available for the open model. */
  get views(): readonly ViewName[] {
    return this.opened?.facts.predicts === null ? VIEWS_OF_WEIGHTS : VIEW_NAMES;
  }

  /** Task that holds the result of a computation, with its progress. */
  result<Value>({ name, keeps, isNeeded }: Computation<Value>): Task<Value> {
    const task = (this.results[name] ??= new Task(isNeeded ? () => this.#goOn() : this.#changed, keeps));
    return task as Task<Value>;
  }

  /** Starts a computation again after the user has stopped it. */
  computeAgain(of: Computation<unknown>): void {
    this.result(of).reset();
    this.set({});
  }

  get heads(): readonly HeadsOf[] {
    return this.opened ? headsOf(this.opened.facts) : [];
  }

  /**
   * Question to which the current answer belongs, complete with defaults; null without an answer, or if the model has
   * no logits.
   */
  get question(): Required<Question> | null {
    const prediction = this.answer.value?.prediction;
    if (!prediction) return null;
    return { token: prediction.token.id, against: prediction.against.id, position: prediction.position };
  }

  /** State in a link to a user's own model; null if there is none. */
  get linked(): InsideState | null {
    return this.#linked;
  }

  /**
   * Result of comparing the open model with the model of the link; null if there is no link, or if only the model's
   * name can be compared and is the same.
   */
  get verdict(): Verdict | null {
    return this.#linked && this.opened && verdictOf(this.#linked, this.opened, this.identity);
  }

  /** Takes over the state that a URL contains. An open model stays open even if the URL names another one. */
  visit(state: InsideState): void {
    if (this.#model.isOpenOrOpening) {
      const asked = this.opened ? stateOf(state, this.opened.facts) : state;
      this.set(state.model === this.#state.model ? asked : { view: state.view });
      return;
    }
    const isOwn = state.model !== '' && state.model !== 'stories' && !isAddress(state.model);
    this.#linked = isOwn ? state : null;
    this.#typed = null;
    this.set(state);
    if (state.model === 'stories') void this.openStories();
    if (isOwn) void this.#openIfKept(state.model);
  }

  /**
   * Changes fields of the state, resets fields that depend on them, and starts the computations that the new state
   * needs.
   */
  set(changed: Partial<InsideState>): void {
    const { recipe = '' } = changed;
    const text = recipe === '' ? (changed.text ?? this.#state.text) : RECIPES[recipe].text;
    const { second = this.#state.second } = changed;
    const isOtherText = text !== this.#state.text || second !== this.#state.second;
    const isOther = isOtherText || recipe !== '' || typeof changed.position === 'number';
    const forgotten = { position: null, token: null, against: null, recipe: '' } as const;
    const isOtherPair = changed.other !== undefined && changed.other !== this.#state.other;
    const isOtherWay = changed.direction !== undefined && changed.direction !== this.#state.direction;
    const ofPlaces = (isOtherText || isOtherPair || isOtherWay) && { carry: null };
    const ofOther = isOtherText && { pair: null, interventions: this.#state.interventions.filter(isOfModel) };
    const ofPair = isOtherPair && { interventions: this.#state.interventions.filter((each) => !isPatch(each)) };
    if (isOtherText || isOtherPair) this.#interventionsBefore.length = 0;
    this.#state = { ...this.#state, ...ofPair, ...ofOther, ...ofPlaces, ...(isOther && forgotten), ...changed, text };
    this.#compute();
    this.#changed();
  }

  /** Adds an intervention, or removes it if it is already active. The question stays the same. */
  intervene(intervention: Intervention): void {
    this.#interventionsBefore.push(this.#state.interventions);
    this.set({ interventions: toggled(this.#state.interventions, intervention) });
  }

  get canUndo(): boolean {
    return this.#interventionsBefore.length > 0;
  }

  undo(): void {
    const interventions = this.#interventionsBefore.pop();
    if (interventions) this.set({ interventions });
  }

  /**
   * Changes one of the question's two tokens: the predicted token, or the token to compare with. If the same token is
   * chosen for both, the two are swapped.
   */
  choose(kind: 'token' | 'against', id: number): void {
    const { question } = this;
    if (!question) return;
    // The tokens come from the state: the current answer may still belong to the previous choice of tokens.
    const { token, against } = this.#state;
    const asked = { token: token ?? question.token, against: against ?? question.against };
    const another = kind === 'token' ? 'against' : 'token';
    this.set({ ...asked, [kind]: id, [another]: id === asked[another] ? asked[kind] : asked[another] });
  }

  select(head: HeadRef | null): void {
    this.set({ head });
  }

  /**
   * Opens a model from files.
   * @param folder name of the model; default: a name derived from the files
   */
  async openFiles(chosen: readonly File[], folder: string | null = null): Promise<void> {
    const files = filesOfModel(chosen);
    if (typeof files !== 'string') return this.open(files, { name: folder ?? nameOf(files) });
    this.#model.refuse(files, await missingFiles(chosen));
  }

  /**
   * Opens a model from the browser's storage. If another tab has deleted it there, the opening fails with a message.
   */
  async openKept(name: string): Promise<void> {
    const files = await this.#model.find(name, () => filesOfKept(name));
    if (files) await this.openFiles(files, name);
    else this.storage.lookUp();
  }

  /**
   * True if the open model can be opened again without the user, because it is in the browser's storage or provided by
   * the page.
   */
  get isAtHand(): boolean {
    const { opened } = this;
    return opened?.source === 'stories' || this.storage.has(opened?.name ?? '');
  }

  /** Opens the model that a link names, if it is in the browser's storage and no other model is being opened. */
  async #openIfKept(name: string): Promise<void> {
    await this.storage.ready;
    if (this.storage.has(name) && this.opening.kind === 'none' && this.#state.model === name) await this.openKept(name);
  }

  openStories(): Promise<void> {
    return this.open('stories');
  }

  /**
   * Text in the field for a model's web address, typed or from a link. Nothing is requested from it before
   * `openAddress` is called.
   */
  get typed(): string {
    return this.#typed ?? (isAddress(this.#state.model) ? this.#state.model : '');
  }

  type(address: string): void {
    this.#typed = address;
    this.#changed();
  }

  /** URL of the model whose address the user has typed; null if the text is not a valid address. */
  get address(): string | null {
    return addressIn(this.typed, location);
  }

  /** Opens a model from a web address. Only this method requests anything from another server. */
  async openAddress(address: string): Promise<void> {
    const files = await this.#model.find(address, (signal) => this.#client.ask('find', { address }, { signal }));
    if (files) await this.open(files, { name: address });
  }

  /**
   * Opens a model from files or from the page's story model.
   * @param options name and precision; default: the model's own name, and a precision that fits into memory
   */
  async open(source: Source, options: { name?: string; precision?: KeptPrecision } = {}): Promise<void> {
    const { name = nameOf(source) } = options;
    const isAsked = name === this.#state.model || (this.#linked !== null && source !== 'stories');
    this.#forget();
    const isOpen = await this.#model.open(
      name,
      source,
      (facts) => {
        const before = isAsked ? this.#state : { ...INITIAL, ...this.#recipe, view: this.#state.view };
        if (!isAsked) this.#interventionsBefore.length = 0;
        const precision = options.precision ?? before.precision;
        const text = before.text === '' && hasFirstLayer({ source, facts }) ? FIRST_TEXT : before.text;
        this.#state = stateOf({ ...before, text, model: name, sha: '', precision }, facts);
        return precision === '' ? precisionThatFits(facts) : precision;
      },
      () => this.#readFirstLayer(),
    );
    if (!isOpen) return;
    this.#compute();
    if (this.#linked && this.#linked.sha !== '') this.identity.start(name, (running) => this.#hash(running));
  }

  /** Closes the model. The worker is terminated, which frees the model's memory. */
  close(): void {
    const isMistaken = this.verdict === 'other' || this.verdict === 'otherName'; // the link still waits for its own file
    this.#forget();
    this.#interventionsBefore.length = 0;
    this.#linked = isMistaken ? this.#linked : null;
    this.#state = this.#linked ?? { ...INITIAL, view: this.#state.view };
    this.#model.close();
  }

  file(argument: Omit<ExportArgument, 'name'>, options: HashOptions): Promise<Blob> {
    return this.#client.ask('exported', { ...argument, name: this.#state.model }, options);
  }

  /** SHA-256 of the model's weight file; null if the file was read over the network. */
  async sha256(options: HashOptions): Promise<string | null> {
    if (this.identity.status === 'done') return this.identity.value;
    const sha = await this.#hash(options);
    this.identity.start(this.#state.model, () => Promise.resolve(sha));
    return sha;
  }

  /** Computes the hash of the model's weight file. For a user's own model, its first digits are stored in the state. */
  async #hash(options: HashOptions): Promise<string | null> {
    const sha = await this.#client.ask('identify', null, options);
    if (sha !== null && this.opened?.source !== 'stories')
      this.#state = { ...this.#state, sha: sha.slice(0, Inspection.#DIGITS) };
    this.#changed();
    return sha;
  }

  /** Recipe that the state contains, with its text. It stays active when a model is opened. */
  get #recipe(): Pick<InsideState, 'recipe' | 'text'> {
    const { recipe } = this.#state;
    return { recipe, text: recipe === '' ? '' : RECIPES[recipe].text };
  }

  #forget(): void {
    const { firstLayer, answer, results, identity, taking, storage } = this;
    for (const task of [firstLayer, answer, ...Object.values(results), identity, taking, storage.keeping]) task.reset();
  }

  /** Starts the computations that the current state needs, and discards results that belong to other inputs. */
  #compute(): void {
    if (this.#state.text === '') return;
    if (!this.opened) {
      this.#readFirstLayer();
      return;
    }
    const { text, second, recipe, position, token, against, interventions } = this.#state;
    const other = interventions.some(isPatch) ? this.#state.other : '';
    const { answer, rival } = recipe === '' ? { answer: null, rival: null } : RECIPES[recipe];
    const asked = { text, second, position, token, against, answer, rival, interventions, other };
    this.answer.start(JSON.stringify(asked), ({ signal, onProgress }) =>
      this.#client.ask('ask', asked, { signal, onProgress: (done) => onProgress(done, undefined) }),
    );
    if (this.answer.status !== 'done') return;
    for (const each of this.#resultsOf(this.#state)) {
      const argument = each.argumentOf(this);
      const task = this.result(each);
      if (argument === null) task.reset();
      else task.start(keyOf(each, this, argument), (running) => each.compute(this.#client, argument, running));
    }
  }

  /**
   * Called when a result arrives on which the arguments of other requests depend: starts the computations of these
   * requests.
   */
  #goOn(): void {
    this.#compute();
    this.#changed();
  }

  /** Starts reading the first layer of a large model that is not open. */
  #readFirstLayer(): void {
    const { unopened } = this.#model;
    if (!unopened || !hasFirstLayer(unopened)) return;
    const { text } = this.#state;
    const { name, precision } = unopened;
    const argument = { precision: precision ?? ('stored' as const), text };
    this.firstLayer.start(JSON.stringify([name, text]), ({ signal }) =>
      this.#client.ask('firstLayer', argument, { signal }),
    );
  }

  /**
   * Position of the query whose attention is displayed: that of the selected pair in the view `score`, otherwise that
   * of the question.
   */
  queryAt(attention: HeadRef['attention']): number {
    const answer = this.answer.value!;
    const chosen = this.#state.view === 'score' ? this.#state.pair?.[0] : undefined;
    return chosen !== undefined && chosen < sidesOf(answer, attention).queries.length
      ? chosen
      : queryOf(answer, attention);
  }
}

/**
 * Adapts a state from a URL to a model: the story model gets its default text, and a view that is not available for the
 * model is replaced.
 */
function stateOf(state: InsideState, { predicts }: Pick<ModelFacts, 'predicts'>): InsideState {
  const isStory = state.model === 'stories' && state.text === '';
  const hasView = predicts !== null || VIEWS_OF_WEIGHTS.includes(state.view);
  return {
    ...state,
    ...(isStory && { text: STORY, other: state.other || OTHER_STORY }),
    ...(!hasView && { view: VIEWS_OF_WEIGHTS[0]! }),
  };
}
