// The whole stage: the sentence above, the matrices below, at one moment.
import { attentionLook, scaleOf, shownStage } from './attention-matrix.js';
import { cameraAt, GAP, HEADINGS, placeOf, prominence, WORDS, type Camera } from './layout.js';
import { columnWords, rowWords } from './edge-words.js';
import { drawLegend, drawMatrix, drawPlaceholder } from './matrix.js';
import { drawHighlights } from './highlights.js';
import { drawRibbons } from './ribbons.js';
import { drawSentence } from './sentence.js';
import { progress } from './stages.js';
import { ownersOf, vectorsLook, vectorsOf, VECTORS, type VectorsName } from './vectors.js';
import type { Box, Mark, MatrixName, Region, Scene } from './scene.js';
import type { Picture } from './picture.js';

const MARGIN = 10;
const TITLE = 13;
const ROOM_FOR_LEGEND = 19;

/** The most of the height that the sentence may take. */
const SENTENCE_SHARE = 0.34;

export function drawComposition(picture: Picture): Scene {
  const { width, height, moment } = picture;
  const strip = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height * SENTENCE_SHARE };
  const sentence = drawSentence(picture, strip);
  const top = strip.y + sentence.height + MARGIN;
  const below = { x: 0, y: top, width, height: height - top };
  const names = vectorsOf(picture);
  const frame = { x: MARGIN, y: top, width: width - 2 * MARGIN, height: below.height - MARGIN };
  const camera = cameraAt(moment, frame, ['attention', ...names]);

  const pipeline: Pipeline = { marks: drawRibbons(picture, camera), regions: [] };
  for (const name of names) addVectors(pipeline, picture, name, camera);
  addAttention(pipeline, picture, camera);
  pipeline.marks.push(...drawHighlights(picture, camera));
  return {
    width,
    height,
    layers: [
      { clip: below, marks: pipeline.marks },
      { clip: { x: 0, y: 0, width, height: top }, marks: sentence.marks },
    ],
    regions: pipeline.regions,
    words: sentence.words,
    panels: [],
  };
}

/** Left of a matrix. */
const roomForWords = ({ scale }: Camera): number => scale * WORDS - 9;

/** The matrices and what belongs to them. */
type Pipeline = Pick<Scene, 'regions'> & { marks: Mark[] };

function addRegion({ regions }: Pipeline, matrix: MatrixName, box: Box, rows: number, columns: number): void {
  const region: Region = { matrix, ...box, rows, columns };
  regions.push(region);
}

function addVectors(pipeline: Pipeline, picture: Picture, name: VectorsName, camera: Camera): void {
  const { palette, moment, nameOf, measure } = picture;
  const box = placeOf(name, camera);
  const { symbol, stage, color, transposed } = VECTORS[name];
  const opacity = prominence(name, moment);
  const begun = progress(moment, stage) > 0;
  if (!begun) pipeline.marks.push(drawPlaceholder(box, palette.line, 0.7));
  else {
    const look = vectorsLook(picture, name);
    pipeline.marks.push(...drawMatrix(look, box, opacity));
    addRegion(pipeline, name, box, look.rows, look.columns);
  }
  const turned = transposed === true;
  const room = (turned ? box.height : box.width) + 12;
  const title =
    [`${symbol} ${nameOf(name)}`, nameOf(name), symbol].find((each) => measure(each, TITLE) <= room) ?? symbol;
  pipeline.marks.push({
    kind: 'text',
    text: title,
    x: turned ? box.x - 10 : box.x + box.width / 2,
    y: turned ? box.y + box.height / 2 : box.y - 12,
    size: TITLE,
    fill: palette[color],
    align: 'center',
    bold: true,
    opacity: begun ? Math.max(0.55, opacity) : 0.45,
    ...(turned ? { turn: -90 } : {}),
  });
  if ((name === 'embedding' || name === 'memory') && begun) {
    const asking = name === 'embedding' ? picture.selection.row : null;
    pipeline.marks.push(...rowWords(picture, ownersOf(picture, name), asking, box, roomForWords(camera), opacity));
  }
}

function addAttention(pipeline: Pipeline, picture: Picture, camera: Camera): void {
  const { palette, moment } = picture;
  const box = placeOf('attention', camera);
  const opacity = prominence('attention', moment);
  const now = shownStage(picture);
  if (!now) {
    pipeline.marks.push(drawPlaceholder(box, palette.line, 0.7));
    return;
  }
  const look = attentionLook(picture);
  pipeline.marks.push(...drawMatrix(look, box, opacity));
  addRegion(pipeline, 'attention', box, look.rows, look.columns);
  const { queryWords, selection } = picture;
  pipeline.marks.push(...rowWords(picture, queryWords, selection.row, box, roomForWords(camera), opacity));
  pipeline.marks.push(...columnWords(picture, box, camera.scale * HEADINGS, opacity));
  if (camera.scale * GAP < ROOM_FOR_LEGEND) return;
  const legend = { x: box.x + box.width * 0.3, y: box.y + box.height + 7, width: box.width * 0.4, height: 7 };
  pipeline.marks.push(...drawLegend(scaleOf(picture, now.stage), legend, palette.muted, opacity));
}
