// Table of the views of “Look inside”, in the order of the menu. A row registers a view; all else is in the view's
// folder in views/:
//   work.ts     the requests that the worker answers for the view
//   results.ts  what the page requests from the worker, and what each result depends on
//   view.ts     how the view is drawn
// The name of a view is also its value in the URL, the key of its texts, and the name of the result that it exports.

interface Row {
  /** Former name of the view, which URLs of earlier links contain. */
  readonly formerly?: string;
  /** True if the view needs no prediction, so that it is also available for a model that predicts nothing. */
  readonly isOfWeights?: true;
  /** True if the view can show two compared models. */
  readonly isCompared?: true;
}

const ROWS = {
  lens: { isCompared: true },
  attribution: { formerly: 'made' },
  knockOut: { formerly: 'effects', isCompared: true },
  heads: { isOfWeights: true, isCompared: true },
  score: { isOfWeights: true },
  patching: { formerly: 'pair' },
  contribution: { isOfWeights: true },
  paths: {},
} as const satisfies Readonly<Record<string, Row>>;

export type ViewName = keyof typeof ROWS;
export const VIEWS: Readonly<Record<ViewName, Row>> = ROWS;
export const VIEW_NAMES = Object.keys(ROWS) as readonly ViewName[];
/** Names of the views that are also available for a model that predicts nothing. */
export const VIEWS_OF_WEIGHTS = VIEW_NAMES.filter((name) => VIEWS[name].isOfWeights);
