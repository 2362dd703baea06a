// The view 'heads': a grid with the attention matrices of all heads. If a head is pinned, a comparison with the
// selected head is above it.
import { cellsIn, drawPanel, GAP, HEADER_HEIGHT, MARGIN, MAX_ASPECT_RATIO, TITLE_HEIGHT, valuesOf } from './panel.js';
import { comparisonHeight, drawComparison } from './comparison.js';
import { keyLabels, labelRoom, queryLabels, type LabelRoom } from './edge-labels.js';
import { differenceScale, maxAbs, weightScale, type ColorScale } from '../../marks/palette.js';
import { drawLegend } from '../../marks/heatmap.js';
import type { Box, Mark, Scene } from '../../scene.js';
import type { HeadGrid, Panel, ViewModel } from '../../view-model.js';
import type { Drawing } from '../view.js';

const MIN_PANEL_WIDTH = 92;
const THUMBNAIL = { minWidth: 36, gap: 8 };
/** Maximum height of a thumbnail's matrix in pixels, which lets all layers fit on the screen. */
const thumbnailHeight = (width: number): number => Math.max(112, Math.min(200, 0.14 * width));
const LEGEND_HEIGHT = 26;
const LEGEND_WIDTH = 180;

/**
 * Places of the panels in the grid: numbers of columns and rows, and the place of each panel. No panel is narrower than
 * the minimum.
 */
interface Places {
  columns: number;
  rows: number;
  at: (index: number) => { column: number; row: number };
}

/**
 * Chooses the places of the panels in the grid. If each layer starts a new row, all layers break at the same column, so
 * that heads with the same number stay aligned.
 * @param width available width in pixels
 */
function placesOf(width: number, { across, byLayer, panels, isSmall }: HeadGrid): Places {
  const [narrowest, gap] = isSmall ? [THUMBNAIL.minWidth, THUMBNAIL.gap] : [MIN_PANEL_WIDTH, GAP];
  const fitting = Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
  const rowsOfLayer = byLayer ? Math.ceil(across / fitting) : 1;
  const columns = byLayer ? Math.ceil(across / rowsOfLayer) : Math.min(across, fitting);
  if (!byLayer) {
    const at = (index: number) => ({ column: index % columns, row: Math.floor(index / columns) });
    return { columns, rows: Math.ceil(panels.length / columns), at };
  }
  const at = (index: number) => {
    const [layer, inLayer] = [Math.floor(index / across), index % across];
    return { column: inLayer % columns, row: layer * rowsOfLayer + Math.floor(inLayer / columns) };
  };
  return { columns, rows: Math.ceil(panels.length / across) * rowsOfLayer, at };
}

/**
 * Color scale that all panels share if they show differences from the baseline. It ends at the largest difference of a
 * head that is not switched off; null if the panels show weights.
 */
function scaleOfDifferences({ palette }: ViewModel, { panels }: HeadGrid): ColorScale | null {
  if (!panels.some(({ baseline }) => baseline)) return null;
  const on = panels.filter(({ head, isOff }) => head && !isOff);
  return differenceScale(palette, Math.max(0, ...on.map((panel) => maxAbs(valuesOf(panel)))));
}

/** Geometry of the grid of panels at the canvas's width. */
function gridOf(viewModel: ViewModel, grid: HeadGrid) {
  const labels = labelRoom(viewModel);
  const left = MARGIN + labels.left;
  const room = viewModel.width - left - MARGIN;
  const places = placesOf(room, grid);
  const gap = grid.isSmall ? THUMBNAIL.gap : GAP;
  return { labels, left, places, gap, panelWidth: (room + gap) / places.columns - gap };
}

/** Height of a panel's header, in pixels. */
const headerOf = ({ isSmall }: HeadGrid): number => (isSmall ? TITLE_HEIGHT : HEADER_HEIGHT);
/** Height of the key labels below a panel, in pixels. Thumbnails have no labels. */
const belowOf = ({ isSmall }: HeadGrid, { below }: LabelRoom): number => (isSmall ? 0 : below);

const legendHeight = ({ panels }: HeadGrid): number => (panels.some(({ baseline }) => baseline) ? LEGEND_HEIGHT : 0);

const topOf = (viewModel: ViewModel, grid: HeadGrid): number =>
  MARGIN + comparisonHeight(viewModel, grid.comparison) + legendHeight(grid);

/** Total height of the comparison and the grid at the canvas's width. */
function headsHeight(viewModel: ViewModel): number {
  const { queryTokens, keyTokens } = viewModel;
  const grid = viewModel.headGrid();
  const { labels, places, panelWidth } = gridOf(viewModel, grid);
  const aspectRatio = Math.min(MAX_ASPECT_RATIO, queryTokens.length / keyTokens.length);
  const highest = grid.isSmall ? thumbnailHeight(viewModel.width) : Infinity;
  const pitch = Math.min(highest, panelWidth * aspectRatio) + headerOf(grid) + belowOf(grid, labels) + GAP;
  return Math.round(topOf(viewModel, grid) + MARGIN + places.rows * pitch - GAP);
}

function legendBox(width: number, top: number): Box {
  const wide = Math.min(LEGEND_WIDTH, width / 2);
  return { x: (width - wide) / 2, y: top - LEGEND_HEIGHT, width: wide, height: 8 };
}

export function drawHeadsView(viewModel: ViewModel): Scene {
  const { width, height, queryTokens, keyTokens } = viewModel;
  const whole = viewModel.headGrid();
  // The panels are drawn as thumbnails if the canvas's height is fixed and too small, as in a presentation.
  const grid = height < headsHeight(viewModel) ? { ...whole, isSmall: true } : whole;
  const { panels } = grid;
  const { labels, left, places, gap, panelWidth } = gridOf(viewModel, grid);
  const top = topOf(viewModel, grid);
  const pitch = (height - top - MARGIN + GAP) / places.rows;
  const differences = scaleOfDifferences(viewModel, grid);
  const scale = differences ?? weightScale(viewModel.palette);
  const comparison = grid.comparison && drawComparison(viewModel, grid.comparison);
  const boxes = panels.map((_, index) => {
    const { column, row } = places.at(index);
    return {
      x: left + column * (panelWidth + gap),
      y: top + row * pitch,
      width: panelWidth,
      height: pitch - GAP - belowOf(grid, labels),
    };
  });
  const header = headerOf(grid);
  const cellsOf = (box: Box): Box => cellsIn(box, 0, header);
  const labelsOf = ({ selected }: Panel, index: number): Mark[] => {
    const cells = cellsOf(boxes[index]!);
    const isFirst = places.at(index).column === 0;
    return [
      ...(isFirst ? queryLabels(viewModel, cells, labels) : []),
      ...(grid.isSmall ? [] : keyLabels(viewModel, cells, labels, isFirst || selected)),
    ];
  };
  return {
    width,
    height,
    layers: [
      {
        clip: { x: 0, y: 0, width, height },
        marks: [
          ...(comparison?.marks ?? []),
          ...(differences ? drawLegend(differences, legendBox(width, top), viewModel.palette.muted, 1) : []),
          ...panels.flatMap((panel, index) => drawPanel(viewModel, panel, boxes[index]!, scale, 0, header)),
          ...panels.flatMap(labelsOf),
        ],
      },
    ],
    regions: [
      ...(comparison?.regions ?? []),
      ...boxes.map((box) => ({
        matrix: 'attention' as const,
        ...cellsOf(box),
        rows: queryTokens.length,
        columns: keyTokens.length,
      })),
    ],
    tokens: [],
    panels: boxes.map((box, panel) => ({ panel, ...box })),
    viewport: null,
    isPartial: grid.hasMore !== null,
  };
}

export const headsDrawing: Drawing = { draw: drawHeadsView, requiredHeight: headsHeight };
