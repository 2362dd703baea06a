// The export format 'gif': the animation as a GIF, which presentation software can play.
import { gifOf } from '../video.js';
import { always, type ExportFormat } from './format.js';

export const gif = {
  name: 'gif',
  needsRun: true,
  isSupported: always,
  export: async (snapshot, job) => {
    if (!snapshot.motion) throw new Error(snapshot.texts.export.nothingMoves);
    return { extension: 'gif', file: await gifOf(snapshot, snapshot.motion, job) };
  },
} as const satisfies ExportFormat;
