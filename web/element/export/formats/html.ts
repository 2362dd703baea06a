// The export format 'html': a self-contained HTML page with the scene, its captions and its attention weights.
import { factsOf, type ModelFacts } from '../model-facts.js';
import { escaped } from '../../../view/output/svg.js';
import { always, textFile, type ExportFormat } from './format.js';
import { rowsOf } from './rows.js';
import { svgOf } from './svg.js';
import type { Messages } from '../../../locales/index.js';
import type { Snapshot } from '../snapshot.js';

const cell = (tag: 'th' | 'td', text: string): string => `<${tag}>${escaped(text)}</${tag}>`;

function weightsTable({ queryTokens, keyTokens, weights }: Snapshot['viewModel']): string {
  const rows = rowsOf(weights).map(
    (row, index) =>
      `<tr>${cell('th', queryTokens[index]!)}${row.map((value) => cell('td', value!.toFixed(4))).join('')}</tr>`,
  );
  return `<table>
<tr><td></td>${keyTokens.map((token) => cell('th', token)).join('')}</tr>
${rows.join('\n')}
</table>`;
}

/**
 * Lines with facts about a model that the page has passed in, except its name, which is in a caption of the exported
 * page.
 */
function aboutModel({ export: texts }: Messages, model: ModelFacts | null): readonly string[] {
  if (model === null || typeof model === 'string') return [];
  const { weights = [], precision } = model;
  return [
    ...weights.flatMap(({ name = '', sha256 }) => (sha256 === undefined ? [] : [texts.sha256(name, sha256)])),
    ...(precision === undefined ? [] : [texts.precision(precision)]),
  ];
}

function htmlOf(snapshot: Snapshot, model: ModelFacts | null): string {
  const { viewModel, texts, captions, title, background, textColor } = snapshot;
  const note = viewModel.steps ? texts.exportNote : texts.externalExportNote;
  const paragraphs = [...captions, ...aboutModel(texts, model), note].map(
    (paragraph) => `<p>${escaped(paragraph)}</p>`,
  );
  return `<!doctype html>
<html lang="${escaped(texts.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
body { margin: 24px auto; max-width: 1200px; padding: 0 16px; background: ${background}; color: ${textColor}; font: 17px/1.6 system-ui, sans-serif; }
/* Chinese and English share quotation marks; a Latin font draws them at half the width. */
:lang(zh) body { font-family: "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif; }
svg { max-width: 100%; height: auto; }
div { overflow: auto; }
table { border-collapse: collapse; font-size: 13px; }
th, td { padding: 3px 8px; text-align: right; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${paragraphs.join('\n')}
${svgOf(snapshot)}
<div>${weightsTable(viewModel)}</div>
</body>
</html>
`;
}

export const htmlPage = {
  name: 'html',
  isSupported: always,
  export: async (snapshot, job) => {
    const model = snapshot.model && (await factsOf(snapshot.model, job));
    return textFile('html', 'text/html', htmlOf(snapshot, model));
  },
} as const satisfies ExportFormat;
