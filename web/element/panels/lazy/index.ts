// Panels that few users open immediately, and styles that the first scene does not need. They are loaded on demand, or
// after the first scene is drawn.
import { nothing, type CSSResult, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { withSubscripts } from '../../../ui/subscripts.js';
import { LOCALES, type AllMessages, type Language, type Messages } from '../../../locales/index.js';
import type { cellCard } from './cell-card.js';
import type { consequencePanel } from './consequence-panel.js';
import type { experimentResults } from './experiment-results.js';
import type { headsPanel } from './heads-panel.js';
import type { LazyParts, PartLoader } from '../../render/lazy-parts.js';
import type { modelCard, ModelCardProps } from './model-card.js';
import type { narrationOf } from './narration.js';
import type { numbersTable } from './numbers-table.js';
import type { spokenScene } from './spoken-scene.js';
import type { withTerms } from '../../../ui/terms.js';

export const loadCellCard = async (): Promise<typeof cellCard> => (await import('./cell-card.js')).cellCard;
export const loadConsequencePanel = async (): Promise<typeof consequencePanel> =>
  (await import('./consequence-panel.js')).consequencePanel;
export const loadExperimentResults = async (): Promise<typeof experimentResults> =>
  (await import('./experiment-results.js')).experimentResults;
export const loadHeadsPanel = async (): Promise<typeof headsPanel> => (await import('./heads-panel.js')).headsPanel;
export const loadNumbersTable = async (): Promise<typeof numbersTable> =>
  (await import('./numbers-table.js')).numbersTable;
export const loadNarration = async (): Promise<typeof narrationOf> => (await import('./narration.js')).narrationOf;
export const loadTerms = async (): Promise<typeof withTerms> => (await import('../../../ui/terms.js')).withTerms;
export const loadLaterStyles = async (): Promise<readonly CSSResult[]> =>
  (await import('../../styles/later.js')).laterStyles;
export const loadSpokenScene = async (): Promise<typeof spokenScene> => (await import('./spoken-scene.js')).spokenScene;
const loadModelCard = async (): Promise<typeof modelCard> => (await import('./model-card.js')).modelCard;

export const PANELS = [
  loadCellCard,
  loadNarration,
  loadSpokenScene,
  loadConsequencePanel,
  loadExperimentResults,
  loadHeadsPanel,
  loadNumbersTable,
  loadModelCard,
  loadTerms,
  loadLaterStyles,
];

/** Inputs that every lazily loaded panel needs. */
interface LaterContext {
  texts: Messages;
  parts: LazyParts;
  language: Language;
}

/**
 * Renders a lazily loaded panel; null until the panel's code, its texts in the interface's language, and the model's
 * results have arrived.
 */
export function lazyPanel<Panel, Shown>(
  loader: PartLoader<Panel>,
  { texts, parts, language }: LaterContext,
  show: (panel: Panel, texts: AllMessages) => Shown,
): Shown | null {
  const { loadDetails, loadGlossary } = LOCALES[language];
  const needs = [
    parts.use(loader),
    parts.use(loadDetails),
    parts.use(loadGlossary),
    parts.use(loadLaterStyles),
  ] as const;
  const [panel, details, glossary, styles] = needs;
  return panel && details && glossary && styles && parts.arrived(() => show(panel, { ...texts, ...details, glossary }));
}

/** Renders a text. Once the first scene is drawn, its technical terms have explanations. */
export function explained(text: string, { parts, language }: Omit<LaterContext, 'texts'>): TemplateResult[] {
  const [terms, glossary] = [parts.useLater(loadTerms), parts.useLater(LOCALES[language].loadGlossary)];
  return terms && parts.useLater(loadLaterStyles) ? terms(text, { glossary }) : withSubscripts(text);
}

/** The model card, loaded on demand with its texts in the interface's language. */
export function lazyModelCard(texts: Messages, parts: LazyParts, language: Language, props: ModelCardProps): unknown {
  const [modelCard, cards] = [parts.use(loadModelCard), parts.use(LOCALES[language].loadCards)];
  if (!modelCard || !cards || !parts.use(loadLaterStyles) || props.heads.length === 0) return nothing;
  return guard([texts, cards, props.heads], () => modelCard(texts, cards, props));
}
