// The animation as a video.
import { canRecord, recordVideo } from '../video-recorder.js';
import type { ExportFormat } from './format.js';

export const video = {
  name: 'video',
  needsRun: true,
  isSupported: canRecord,
  export: async (snapshot, job) => {
    const file = await recordVideo(snapshot, job);
    return { extension: file.type.includes('mp4') ? 'mp4' : 'webm', file };
  },
} as const satisfies ExportFormat;
