// Menu of the recipes (well-known questions), each of which is a link, and advice on the open recipe.
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../state.js';
import { RECIPE_NAMES, RECIPES, type RecipeName } from '../recipes.js';
import type { Shown } from './shown.js';

/** Menu of the recipes; nothing unless the open model predicts the next token. */
export function recipeMenu({ texts, inspection }: Shown): TemplateResult | typeof nothing {
  const { state, opened } = inspection;
  const { recipes } = texts;
  if (opened?.facts.predicts !== 'next' || opened.facts.description.encoder) return nothing;
  const chosen = (recipe: RecipeName) => ({ recipe, view: RECIPES[recipe].view });
  const choose = (recipe: RecipeName) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens the link in a new tab or window
    event.preventDefault();
    (event.currentTarget as Element).closest('details')!.open = false;
    inspection.set(chosen(recipe));
  };
  const link = (recipe: RecipeName) => {
    const { text } = RECIPES[recipe];
    const question = { position: null, token: null, against: null, head: null };
    return linkTo({ ...state, ...question, ...chosen(recipe), text }, location.href);
  };
  return html`<details class="about recipes">
    <summary>${recipes.title}</summary>
    <dl class="sheet">
      ${RECIPE_NAMES.map(
        (name) =>
          html`<dt><a href=${link(name)} @click=${choose(name)}>${recipes.items[name].name}</a></dt>
            <dd>${RECIPES[name].text} …</dd>`,
      )}
    </dl>
  </details>`;
}

/** Advice on the recipe that is open; nothing if there is none. */
export const recipeNote = ({ texts, inspection: { state } }: Shown): TemplateResult | typeof nothing =>
  state.recipe === ''
    ? nothing
    : html`<p class="recipe">${texts.recipes.items[state.recipe].look} ${texts.recipes.first}</p>`;
