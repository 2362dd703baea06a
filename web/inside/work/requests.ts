// Requests that the worker answers: each is a function of the worker's state, an argument, and a context.
/// <reference types="vite/types/importMeta.d.ts" />
import { describe, find, open } from './opening.js';
import { firstLayer } from '../first-layer/work.js';
import { ask } from './answer.js';
import { exported, identify } from './exporting.js';
import { row } from './patterns.js';
import type { Context, Inspected } from './inspected.js';

/** Requests of the page that do not belong to a view. */
const SHARED = {
  describe,
  find,
  firstLayer,
  open,
  ask,
  row,
  exported,
  identify,
  close: (inspected: Inspected) => inspected.close(),
} as const;

type Shared = typeof SHARED;
export type RequestName = keyof Shared;
export type Argument<Name extends RequestName> = Parameters<Shared[Name]>[1];
export type Result<Name extends RequestName> = Awaited<ReturnType<Shared[Name]>>;

type Requests = Readonly<
  Record<string, (inspected: Inspected, argument: unknown, context: Context<unknown>) => unknown>
>;

/** Requests of the views: each view's file work.ts exports them as `requests`. */
const OF_VIEWS = import.meta.glob<Requests>('../views/*/work.ts', { eager: true, import: 'requests' });

export const REQUESTS = Object.values(OF_VIEWS).reduce(
  (all, each) => ({ ...all, ...each }),
  SHARED as unknown as Requests,
);
