// The widget of the Python package (python/): the element, which shows attention computed in Python. anywidget imports
// this module and calls `render`; an exported page imports it to define the element.
import '../element/index.js';
import { followHostTheme } from './host-theme.js';
import type { AttentionSpotlight } from '../element/attention-spotlight.js';
import type { State } from '../element/state/properties.js';

/** Synchronized properties ("traits") of the Python widget. None stands for the default. */
interface Traits {
  _tokens: string[];
  /** Key tokens; null if they are the query tokens. */
  _key_tokens: string[] | null;
  /** Attention weights as little-endian float32 numbers. */
  _weights: DataView | ArrayBuffer;
  /** Shape of the attention weights, [layers, heads, queries, keys]. */
  _shape: number[];
  layer: number;
  head: number;
  query: number | null;
  /** The selected cell, [query, key]; null if none is selected. */
  cell: [number, number] | null;
  view: string;
  lang: string;
  theme: string;
}

/** The part of anywidget's model interface that is used here. */
interface WidgetModel {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  save_changes(): void;
}

/** Widget properties that are synchronized in both directions. */
const SHARED = ['layer', 'head', 'query', 'cell', 'view'] as const;
type Shared = Pick<Traits, (typeof SHARED)[number]>;

/** Views bytes as float32 numbers. All supported platforms are little-endian. */
function float32Of(bytes: DataView | ArrayBuffer): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes instanceof ArrayBuffer ? new DataView(bytes) : bytes;
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)); // a copy, which is aligned
}

const stateOf = ({ layer, head, query, cell, view }: Shared) => ({
  layer,
  head,
  view: view as State['view'],
  query: query ?? -1,
  cell: cell && { matrix: 'attention' as const, row: cell[0], column: cell[1] },
});

const selectionOf = ({ layer, head, query, cell, view }: State): Shared => ({
  layer,
  view,
  head: typeof head === 'number' ? head : 0,
  query: query < 0 ? null : query,
  cell: cell?.matrix === 'attention' ? [cell.row, cell.column] : null,
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Synchronizes the widget's model and the element.
 * @returns a function that stops the synchronization
 */
function connect(model: WidgetModel, element: AttentionSpotlight): () => void {
  const given = (): Shared => Object.fromEntries(SHARED.map((name) => [name, model.get(name)])) as unknown as Shared;
  let themeOfHost: State['theme'] = 'auto';
  const select = () => (element.state = stateOf(given()));
  const applyAppearance = () => {
    const theme = model.get('theme');
    element.state = { lang: model.get('lang'), theme: theme === 'auto' ? themeOfHost : theme } as Partial<State>;
  };
  const show = () => {
    const keyTokens = model.get('_key_tokens');
    element.data = {
      tokens: model.get('_tokens'),
      ...(keyTokens && { keyTokens }),
      attention: { data: float32Of(model.get('_weights')), shape: model.get('_shape') },
    };
  };
  const tell = () => {
    const selected = selectionOf(element.state);
    const changed = SHARED.filter((name) => !isSame(selected[name], model.get(name)));
    for (const name of changed) model.set(name, selected[name]);
    if (changed.length > 0) model.save_changes();
  };
  const listeners: [string, () => void][] = [
    ...SHARED.map((name): [string, () => void] => [`change:${name}`, select]),
    ['change:lang', applyAppearance],
    ['change:theme', applyAppearance],
    ['change:_weights', show],
  ];
  select();
  show();
  const unfollow = followHostTheme(element.ownerDocument, (theme) => {
    themeOfHost = theme;
    applyAppearance();
  });
  for (const [event, listener] of listeners) model.on(event, listener);
  element.addEventListener('statechange', tell);
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    element.removeEventListener('statechange', tell);
    unfollow();
  };
}

const stop = (event: Event) => event.stopPropagation();

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const element = el.ownerDocument.createElement('attention-spotlight');
  // Hides key events from JupyterLab and VS Code, which would interpret them as commands.
  el.dataset['lmSuppressShortcuts'] = 'true';
  el.addEventListener('keydown', stop);
  const disconnect = connect(model, element);
  el.append(element);
  return () => {
    disconnect();
    el.removeEventListener('keydown', stop);
    element.remove();
  };
}

export default { render };
