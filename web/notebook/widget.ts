// The widget of the Python package (python/): the element with attention that Python computed. anywidget imports this module
// and calls `render`; a saved page has it for the element alone.
import '../element/index.js';
import { followHostTheme } from './host-theme.js';
import type { AttentionSpotlight } from '../element/attention-spotlight.js';
import type { State } from '../element/state/properties.js';

/** The attributes of the widget in Python, where None stands for the default. */
interface Traits {
  _tokens: string[];
  /** Null where they are the query tokens. */
  _key_tokens: string[] | null;
  /** float32, little-endian. */
  _weights: DataView | ArrayBuffer;
  /** [layers, heads, queries, keys] */
  _shape: number[];
  layer: number;
  head: number;
  query: number | null;
  /** [query, key] */
  cell: [number, number] | null;
  view: string;
  lang: string;
  theme: string;
}

/** What of anywidget's model is used. */
interface WidgetModel {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  save_changes(): void;
}

/** The attributes that the user changes in the element, and Python in the widget. */
const SHARED = ['layer', 'head', 'query', 'cell', 'view'] as const;
type Shared = Pick<Traits, (typeof SHARED)[number]>;

/** Numbers as they lie in memory: float32, little-endian, as every platform of today has it. */
function float32Of(bytes: DataView | ArrayBuffer): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes instanceof ArrayBuffer ? new DataView(bytes) : bytes;
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)); // a copy begins where a number may
}

/** A selection of Python's as properties of the element. */
const stateOf = ({ layer, head, query, cell, view }: Shared) => ({
  ...{ layer, head, view: view as State['view'], query: query ?? -1 },
  cell: cell && { matrix: 'attention' as const, row: cell[0], column: cell[1] },
});

/** The properties of the element as a selection of Python's. */
const selectionOf = ({ layer, head, query, cell, view }: State): Shared => ({
  ...{ layer, view, head: typeof head === 'number' ? head : 0, query: query < 0 ? null : query },
  cell: cell?.matrix === 'attention' ? [cell.row, cell.column] : null,
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Shows the model in the element, and what the user selects there in the model. @returns what ends that */
function connect(model: WidgetModel, element: AttentionSpotlight): () => void {
  const given = (): Shared => Object.fromEntries(SHARED.map((name) => [name, model.get(name)])) as unknown as Shared;
  let themeOfHost: State['theme'] = 'auto';
  const select = () => (element.state = stateOf(given()));
  const dress = () => {
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
    ['change:lang', dress],
    ['change:theme', dress],
    ['change:_weights', show],
  ];
  select();
  show();
  const unfollow = followHostTheme(element.ownerDocument, (theme) => {
    themeOfHost = theme;
    dress();
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
  // The keys are the element's: without these, JupyterLab and VS Code take them for commands.
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
