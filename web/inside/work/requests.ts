// The border: what the page may ask of the worker. Each request is a function of what is open, its argument, and a context.
import { describe, find, open } from './opening.js';
import { firstLayer } from './first-layer.js';
import { ask } from './answer.js';
import { attribution } from './attribution/attribution.js';
import { lens } from './lens.js';
import { effects } from './effects.js';
import { exported, identify } from './exporting.js';
import { roles } from './roles.js';
import { patterns, row } from './patterns.js';
import { score } from './attribution/score.js';
import { similar } from './similar.js';
import { carried } from './pair/carried.js';
import { pair } from './pair/pair.js';
import { patches } from './pair/patches.js';
import { contribution } from './attribution/contribution.js';
import { paths } from './attribution/paths.js';
import type { Context } from './context.js';
import type { Inspected } from './inspected.js';

export const REQUESTS = {
  describe,
  find,
  firstLayer,
  open,
  ask,
  lens,
  attribution,
  effects,
  roles,
  patterns,
  row,
  score,
  similar,
  pair,
  patches,
  carried,
  contribution,
  paths,
  exported,
  identify,
  close: (inspected: Inspected) => inspected.close(),
} as const;

type Requests = typeof REQUESTS;
export type RequestName = keyof Requests;
export type Argument<Name extends RequestName> = Parameters<Requests[Name]>[1];
export type Result<Name extends RequestName> = Awaited<ReturnType<Requests[Name]>>;
export type Partial<Name extends RequestName> =
  Parameters<Requests[Name]>[2] extends Context<infer Known> ? Known : never;
