// Structure of the texts of "Look inside".
/// <reference types="vite/types/importMeta.d.ts" />
import type { Direction, PatchedActivation } from '../analysis/patched-activation.js';
import type { Fault } from '../page/chosen-files.js';
import type { HeadRoleName } from '../analysis/index.js';
import type { HttpFault } from '../engine/weights/http-source.js';
import type { KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { Language } from '../locales/index.js';
import type { NamedRole } from './views/head-roles.js';
import type { NumberFormat } from '../locales/number-format.js';
import type { PartKind } from './work/score-parts.js';
import type { Predicted } from '../engine/pretrained/model-facts.js';
import type { RecipeName } from './recipes.js';
import type { ReplacementKind } from './work/replacements.js';
import type { SumName, StepKind } from './views/waterfall.js';
import type { Measure, ShownRole, Sort, ViewName } from './state.js';
import type { Unpatchable } from './work/pair/pair.js';

export interface ViewTexts {
  name: string;
  /** A few words below the name. */
  note: string;
  /** Heading of the view. */
  question: string;
  definition: string;
  limit: string;
  baseline: string;
}

export interface InsideTexts extends NumberFormat {
  /** @param count of bytes */
  bytes: (count: number) => string;
  /** Number of parameters, shortened. */
  short: (count: number) => string;
  /** With its sign and two decimals. */
  signed: (value: number) => string;
  /** With its sign and three decimals. */
  exact: (value: number) => string;
  list: (items: readonly string[]) => string;

  open: {
    title: string;
    lead: string;
    drop: string;
    files: string;
    folder: string;
    stories: string;
    storiesNote: string;
    accepted: (families: readonly string[]) => string;
    private: string;
    inPage: string;
    again: (name: string, sha: string | null) => string;
    describing: (name: string) => string;
    /** @param family kind of the model; null: not known */
    missing: (names: readonly string[], family: string | null) => string;
    address: {
      label: string;
      hint: string;
      open: (host: string) => string;
      names: (host: string) => string;
      invalid: string;
      linked: (host: string) => string;
      faults: Record<HttpFault, (host: string, message: string) => string>;
    };
    faults: Record<Fault, string>;
    images: string;
    tooLarge: (needed: string, most: string) => string;
    failed: (message: string) => string;
    crashed: (message: string) => string;
  };
  model: {
    stories: string;
    label: string;
    parameters: (count: string, types: string) => string;
    heads: (layers: number, heads: number, shared: number | null) => string;
    vocabulary: (count: string) => string;
    context: (tokens: string) => string;
    window: (tokens: string) => string;
    bits: (bits: number) => string;
    predicts: Record<NonNullable<Predicted> | 'nothing', string>;
    memory: (bytes: string) => string;
    onDisk: string;
    from: (host: string) => string;
    reading: (read: string, all: string) => string;
    details: string;
    close: string;
    cancel: string;
    precision: string;
    precisions: Record<KeptPrecision, string>;
    tooMuch: string;
    readAgain: string;
    attentions: Record<'encoder' | 'decoder' | 'cross', string>;
  };
  ask: {
    label: string;
    text: string;
    textHint: string;
    /** Second text, and what is in its place: of an encoder-decoder, and of BERT. */
    output: string;
    outputHint: string;
    pair: string;
    pairHint: string;
    why: string;
    ratherThan: string;
    end: string;
    token: string;
    rival: string;
    position: string;
    at: (token: string, position: number) => string;
    difference: string;
    none: string;
    failed: (message: string) => string;
    running: string;
  };
  edits: {
    title: string;
    none: string;
    /** Names of edits. */
    off: (place: string) => string;
    mean: (place: string) => string;
    blocked: (place: string, query: string, key: string) => string;
    patched: (patch: string) => string;
    /** Keeps a patch as an edit, and what has to be chosen for it. */
    keepPatch: string;
    keepNote: string;
    remove: (edit: string) => string;
    undo: string;
    failed: (message: string) => string;
    /** Probabilities without the edits and with them. */
    change: (token: string, before: string, now: string) => string;
    note: string;
    switchOff: string;
    useMean: string;
    switchOffPart: (place: string) => string;
    block: string;
    blockPair: (query: string, key: string) => string;
  };
  views: Record<ViewName, ViewTexts> & {
    label: string;
    about: string;
    definition: string;
    limit: string;
    baseline: string;
  };
  task: {
    computing: (share: string) => string;
    stop: string;
    stopped: (share: string) => string;
    goOn: string;
    failed: (message: string) => string;
  };
  layer: string;
  embedding: string;
  head: (head: number) => string;
  place: (attention: string | null, layer: number, head: number) => string;
  /** @param stack null: the only one */
  feedForwardPlace: (stack: string | null, layer: number) => string;
  afterLayer: (layer: number) => string;
  lens: {
    cell: (token: string, place: string) => string;
    ifHere: string;
    rank: (token: string) => string;
    entropy: string;
    divergence: string;
    nats: (value: string) => string;
    spanLabel: (row: string, begin: string, end: string, token: string, share: string) => string;
    ahead: (layer: number, token: string, against: string) => string;
    always: (token: string, against: string) => string;
    behind: (token: string, against: string) => string;
    earlier: (count: number) => string;
    keys: string;
    chart: (token: string, against: string) => string;
  };
  made: {
    steps: Record<StepKind, string>;
    sums: Record<SumName, string>;
    total: string;
    sum: string;
    perHead: string;
    chart: string;
    masked: string;
    strongest: (place: string, value: string, token: string, against: string) => string;
    order: string;
  };
  effects: {
    kind: string;
    kinds: Record<ReplacementKind, string>;
    of: (texts: number) => string;
    /** @param other text that outputs are resampled from; '': none is given */
    resampled: (other: string) => string;
    feedForward: string;
    feedForwardShort: string;
    seen: (place: string, loses: string, all: string, mean: string) => string;
    against: (place: string, gains: string) => string;
    both: (seen: string, against: string) => string;
    helps: (value: string) => string;
    hinders: (value: string) => string;
    /** Caption, axes and note of direct beside total effect. */
    repair: string;
    repairAxes: string;
    repairNote: string;
    /** Where outputs are not replaced by zeros. */
    repairReplaced: string;
    legend: string;
  };
  heads: {
    named: Record<NamedRole, string>;
    none: string;
    roles: Record<HeadRoleName, string>;
    chance: (share: string) => string;
    interval: (n: string, low: string, high: string) => string;
    sink: string;
    sinkNote: string;
    noSentences: string;
    count: (named: number, all: number) => string;
    scored: string;
    sort: string;
    sorts: Record<Sort, string>;
    role: string;
    shownRoles: Record<ShownRole, string>;
    /** Heads of a list that is cut. */
    first: (shown: string, all: string) => string;
    empty: string;
  };
  choice: {
    attention: string;
    layer: string;
    head: string;
    ofLayer: (layer: number) => string;
  };
  score: {
    query: string;
    key: string;
    attendsTo: string;
    measure: string;
    measures: Record<Measure, string>;
    /** Chooses a key. */
    take: string;
    weight: (query: string, key: string, score: string, weight: string) => string;
    parts: Record<Exclude<PartKind, 'head'>, string>;
    /** The same as labels of an axis. */
    short: Record<Exclude<PartKind, 'head'>, string>;
    layer: (layer: number) => string;
    ofLayer: (layer: number, part: string) => string;
    at: (part: string, token: string) => string;
    pair: (query: string, key: string) => string;
    value: (pair: string, value: string) => string;
    map: (query: string, key: string) => string;
    axes: (query: string, key: string) => string;
    sum: (query: string, key: string) => string;
    others: (count: string) => string;
    totals: Record<Measure, string>;
    ledger: string;
  };
  pair: {
    other: string;
    otherHint: string;
    copy: string;
    activation: string;
    activations: Record<PatchedActivation, string>;
    direction: string;
    directions: Record<Direction, string>;
    alignment: string;
    gap: string;
    otherAnswer: (token: string, share: string) => string;
    makeRival: (token: string) => string;
    values: (clean: string, corrupted: string) => string;
    formula: Record<Direction, string>;
    reasons: Record<Unpatchable | 'place', string>;
    map: (activation: string) => string;
    place: (activation: string, token: string, layer: number) => string;
    ofHead: (activation: string, place: string) => string;
    recovery: (place: string, value: string) => string;
    noCounterpart: (token: string) => string;
    carriers: (carriers: readonly { token: string; first: number; last: number }[]) => string;
    strongest: (place: string, value: string) => string;
    /** Labels of −1, 0 and 1. */
    legend: readonly [string, string, string];
    /** Logit differences, and the share of one. */
    patched: string;
    clean: string;
    corrupted: string;
    share: string;
    nothing: string;
    shared: string;
  };
  contribution: {
    names: Record<'weights' | 'lengths' | 'shares', string>;
    keys: string;
    cell: (query: string, key: string, weight: string, length: string, share: string) => string;
    first: (place: string, weight: string, share: string) => string;
    scales: (longest: string) => string;
  };
  kept: {
    title: string;
    open: (name: string) => string;
    remove: string;
    removeLabel: (name: string) => string;
    keep: (bytes: string) => string;
    keeping: (share: string) => string;
    done: string;
    noRoom: string;
    failed: (message: string) => string;
  };
  recipes: {
    title: string;
    /** Tokens that are compared. */
    first: string;
    /** Names, and what to look at. */
    items: Record<RecipeName, { name: string; look: string }>;
  };
  take: {
    title: string;
    picture: string;
    numbers: string;
    attention: string;
    link: string;
    copy: string;
    /** Notes on the link: of a model of the user's own, and of a text that is too long. */
    ownLink: string;
    tooLong: string;
    running: (share: string) => string;
    saved: (name: string) => string;
    copied: string;
    notCopied: string;
    failed: (message: string) => string;
    /** Lines below a picture. */
    model: (name: string, precision: string, sha: string | null) => string;
    question: (text: string, token: string, against: string, after: string) => string;
    noQuestion: (text: string) => string;
    edits: (edits: readonly string[]) => string;
  };
  link: {
    checking: (share: string) => string;
    same: string;
    other: (name: string, given: string) => string;
    otherName: (name: string, given: string) => string;
  };
  selected: {
    title: string;
    nothing: string;
    direct: string;
    total: string;
    notYet: string;
    madeUp: (value: string) => string;
    attends: (token: string) => string;
    similar: string;
    /** @param share of the average head */
    similarNote: (share: string) => string;
    lab: string;
    map: (what: string) => string;
  };
}

const TEXTS = import.meta.glob<InsideTexts>('../locales/*/pages/inside.ts', { import: 'inside' });

export const loadInsideTexts = (language: Language): Promise<InsideTexts> =>
  TEXTS[`../locales/${language}/pages/inside.ts`]!();
