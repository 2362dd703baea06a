// The export format 'video': the animation as a video.
import { canMakeVideo } from '../video-support.js';
import { videoOf } from '../video.js';
import type { ExportFormat } from './format.js';

export const video = {
  name: 'video',
  needsRun: true,
  isSupported: canMakeVideo,
  export: async (snapshot, job) => {
    if (!snapshot.motion) throw new Error(snapshot.texts.export.nothingMoves);
    const file = await videoOf(snapshot, snapshot.motion, job);
    return { extension: file.type.includes('mp4') ? 'mp4' : 'webm', file };
  },
} as const satisfies ExportFormat;
