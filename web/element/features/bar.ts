// The bar above the canvas: controls for text, view, model and head.
import { html, nothing, type TemplateResult } from 'lit';
import { allows, type SpotlightHost } from './host.js';
import { choice } from '../panels/controls.js';
import { drawer } from '../panels/drawer.js';
import { VIEW_NAMES } from '../../view/views/index.js';
import type { Heads } from './head/heads.js';
import type { Messages } from '../../locales/index.js';
import type { Models } from './model/models.js';
import type { TextField } from './text.js';

const isNothing = (part: unknown): boolean => part === nothing;

export function bar(
  texts: Messages,
  host: SpotlightHost,
  text: TextField,
  models: Models,
  heads: Heads,
): TemplateResult | typeof nothing {
  const whichHead = [models.choice(texts, text.set), ...heads.choices(texts, models.hasText)];
  const parts = [
    text.render(texts),
    allows(host, 'view')
      ? choice('view', texts.view, VIEW_NAMES, host.view, texts.views, (view) => (host.view = view))
      : nothing,
    whichHead.every(isNothing) ? nothing : drawer(heads.label(texts), whichHead),
    heads.menu(texts),
  ];
  return parts.every(isNothing) ? nothing : html`<div class="bar" part="bar">${parts}</div>`;
}
