// What moves, as a video.
import { canRecord, recordVideo } from '../video-recorder.js';
import type { ExportFormat } from './format.js';

export const video = {
  name: 'video',
  needsRun: true,
  isSupported: canRecord,
  export: async (snapshot, job) => {
    if (!snapshot.motion) throw new Error(snapshot.texts.export.nothingMoves);
    const file = await recordVideo(snapshot, snapshot.motion, job);
    return { extension: file.type.includes('mp4') ? 'mp4' : 'webm', file };
  },
} as const satisfies ExportFormat;
