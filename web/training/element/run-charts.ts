// Charts of a training run: loss; accuracy, together with the score of the best head; and norms of gradient and
// weights.
import { chart, roundUp, ticksOf, type Line } from './chart.js';
import { fold } from './fold.js';
import { html, type TemplateResult } from 'lit';
import { bestHead } from '../run/moments.js';
import type { Mark } from './mark-labels.js';
import type { MeasureName } from '../measures.js';
import type { Point } from '../history.js';
import type { RunLog } from '../run/run-log.js';
import type { TrainingTexts } from '../texts.js';

const MIN_STEPS = 100; // minimum length of the x axis in steps

const short = (value: number): string =>
  value >= 100 || value === 0 ? value.toFixed(0) : String(Number(value.toPrecision(2)));

interface Shown {
  texts: TrainingTexts;
  log: RunLog;
  /** Previous training run, drawn for comparison; null if there is none. */
  before: RunLog | null;
  measure: MeasureName;
  /** Training step that is displayed on the page; null for the last. */
  shown: number | null;
  isWide: boolean;
  percent: (share: number) => string;
}

export function runCharts({ texts, log, before, measure, shown, isWide, percent }: Shown): TemplateResult {
  const { charts } = texts;
  const ticks = ticksOf(Math.max(MIN_STEPS, log.step, before?.curves.points.at(-1)?.step ?? 0));
  const of = (source: RunLog, name: keyof Point) =>
    source.curves.points
      .filter((point) => Number.isFinite(point[name]))
      .map((point) => [point.step, point[name]] as const);
  const line = (name: keyof Point, text: string, color: string): Line[] => [
    ...(before ? [{ name: charts.before, color: '--_spotlight-neutral', dashed: true, points: of(before, name) }] : []),
    { name: text, color, points: of(log, name) },
  ];
  const highest = (name: keyof Point) =>
    Math.max(...[log, ...(before ? [before] : [])].flatMap((each) => of(each, name).map(([, value]) => value)), 0);
  const scores = (name: MeasureName, color: string, layers: number): Line => ({
    name: charts.best(texts.heads.measures[name]),
    color,
    points: log.snapshots.map((snapshot) => [snapshot.step, bestHead(snapshot, name, layers).score] as const),
  });
  const { layers } = log.settings;
  const best = [scores(measure, '--_spotlight-value', layers)];
  // Score of the best previous-token head, on whose output the heads of the last layer build.
  if (layers > 1 && measure !== 'previous' && !log.first.sources)
    best.push(scores('previous', '--_spotlight-key', layers - 1));
  const common = { ticks, firstTick: charts.step(0), shown };
  const { chance } = log.task;
  const guessing = Math.log(1 / chance);
  // Upper end of the loss axis. A diverging loss exceeds it, since it would otherwise flatten all other curves.
  const mostLoss = 2 * Math.max(guessing, log.snapshots[0]?.loss ?? 0);
  const lossRoom = roundUp(Math.max(Math.min(highest('loss'), mostLoss), guessing));
  const isText = log.task.name === 'text';
  return html`<div class="charts">
    ${chart({
      ...common,
      title: charts.loss,
      write: short,
      lines: line('loss', charts.loss, '--_spotlight-positive'),
      max: lossRoom,
      isOpen: highest('loss') > lossRoom,
      ...(isText ? {} : { level: { value: guessing, name: charts.chance } }),
      marks: marksOf(texts, log),
      maxMarks: 2,
    })}
    ${fold(
      { name: charts.more, isOpen: isWide, isFixed: true },
      html`<div class="more">
        ${chart({
          ...common,
          title: charts.accuracy,
          write: percent,
          max: 1,
          lines: [...line('accuracy', charts.accuracy, '--_spotlight-query'), ...best],
          level: { value: chance, name: charts.chance },
        })}
        <div class="norms">
          ${(['gradientNorm', 'weightNorm'] as const).map((name) =>
            chart({
              ...common,
              title: charts[name],
              write: short,
              max: roundUp(highest(name)),
              isHalf: true,
              lines: line(name, charts[name], '--_spotlight-neutral').slice(-1),
            }),
          )}
        </div>
      </div>`,
    )}
  </div>`;
}

function marksOf(texts: TrainingTexts, { moments, task }: RunLog): Mark[] {
  const names = { solved: texts.charts.solved, job: texts.tasks[task.name].moment };
  return moments.flatMap(({ name, step }) => {
    const text = names[name];
    return text === null ? [] : [{ step, text }];
  });
}
