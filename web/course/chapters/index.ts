// The chapters of the course, in order. Each chapter has a file in this folder, an entry in the list below, and its
// texts in web/locales/<language>/pages/course/chapters.
import { average, weightedAverage } from './average.js';
import { block } from './block.js';
import { cost } from './cost.js';
import { cross } from './cross.js';
import { end } from './end.js';
import { heads } from './heads.js';
import { it } from './it.js';
import { learning } from './learning.js';
import { masks } from './masks.js';
import { positions } from './positions.js';
import { scores } from './scores.js';
import { softmax } from './softmax.js';
import type { Step } from '../step.js';

export const CHAPTERS = {
  it,
  average,
  'weighted-average': weightedAverage,
  scores,
  softmax,
  positions,
  masks,
  heads,
  block,
  cross,
  cost,
  learning,
  end,
} as const satisfies Readonly<Record<string, readonly Step[]>>;

export type ChapterId = keyof typeof CHAPTERS;
export const CHAPTER_IDS = Object.keys(CHAPTERS) as ChapterId[];
