// The panels of the element, by their roles and names in English or Chinese, or by their parts, which pages style too.

/** The panel beside the canvas. */
export const sidePanel = (page) => page.getByRole('complementary');

/** The card of the cell under the pointer, or of the pinned one; on a phone it may lie in a closed sheet. */
export const cellCard = (page) => page.getByRole('group', { name: / → /, includeHidden: true });

/** What became of the query token. */
export const consequence = (page) => page.getByRole('region', { name: /^(What became of|“.*”变成了什么)/ });

/** The sentence below the canvas, and how good the head is. */
export const caption = (page) => page.locator('[part=caption]');

/** The token that the query token attends to most, in the caption. */
export const strongest = (page) => caption(page).getByRole('paragraph').first();

export const timeline = (page) => page.locator('[part=timeline]');

/** The place of the stage in a layer. */
export const where = (page) => page.getByRole('list', { name: /^(You are here|当前位置)$/ });

export const experiment = (page) => page.getByRole('group', { name: /^(Experiment|实验)$/ });

/** Candidates of the model for the next token, the likeliest first. */
export const candidates = (page) =>
  page.getByRole('list', { name: 'Most likely next tokens', exact: true }).getByRole('listitem');

export const nextTokens = (page) => page.getByRole('list', { name: 'Most likely next tokens:' }).getByRole('listitem');

/** The table of the view “Numbers”. */
export const numbers = (page) => page.getByRole('region', { name: 'Numbers' }).getByRole('table');

/** Its rows, without the one of the keys. */
export const numberRows = (page) =>
  numbers(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

/** What the head does, where no panel says it. */
export const headNotice = (page) => page.locator('[part=notice][data-role]');
