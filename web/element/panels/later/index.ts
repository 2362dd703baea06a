// The panels that most users do not open at once. They are loaded when they are needed, or once a picture is drawn.
import { nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { loadCards, loadDetails, type Language, type Messages } from '../../../messages/languages.js';
import type { cellCard, CellCardProps } from './cell-card.js';
import type { Cell } from '../../../view/scene.js';
import type { ViewModelData } from '../../../view/view-model.js';
import type { headPanels } from './head-grid.js';
import type { headsPanel } from './heads-panel.js';
import type { LazyParts } from '../../render/lazy-parts.js';
import type { modelCard, ModelCardProps } from './model-card.js';
import type { numbersTable } from './numbers-table.js';

const loadCellCard = async (): Promise<typeof cellCard> => (await import('./cell-card.js')).cellCard;
export const loadHeadPanels = async (): Promise<typeof headPanels> => (await import('./head-grid.js')).headPanels;
export const loadHeadsPanel = async (): Promise<typeof headsPanel> => (await import('./heads-panel.js')).headsPanel;
export const loadNumbersTable = async (): Promise<typeof numbersTable> =>
  (await import('./numbers-table.js')).numbersTable;
const loadModelCard = async (): Promise<typeof modelCard> => (await import('./model-card.js')).modelCard;

export const PANELS = [loadCellCard, loadHeadPanels, loadHeadsPanel, loadNumbersTable, loadModelCard];

/** The card of a cell, and the notes on its arithmetic in a language. */
export function cellCardLater(
  texts: Messages,
  parts: LazyParts,
  language: Language,
  viewModel: ViewModelData,
  cell: Cell,
  props: Omit<CellCardProps, 'notes'>,
): unknown {
  const [card, details] = [parts.use(loadCellCard), parts.use(loadDetails[language])];
  return card && details ? card(texts, viewModel, cell, { ...props, notes: details.notes }) : nothing;
}

/** The model card, and what it says in a language. */
export function modelCardLater(texts: Messages, parts: LazyParts, language: Language, props: ModelCardProps): unknown {
  const [modelCard, cards] = [parts.use(loadModelCard), parts.use(loadCards[language])];
  if (!modelCard || !cards || props.heads.length === 0) return nothing;
  return guard([texts, cards, props.heads], () => modelCard(texts, cards, props));
}
