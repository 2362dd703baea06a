// Whether this browser can make videos: known without loading what makes them.
import { canRecord } from './video-recorder.js';

export const hasEncoder = (): boolean => typeof VideoEncoder !== 'undefined';

export const canMakeVideo = (): boolean => hasEncoder() || canRecord();
