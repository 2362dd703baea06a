// Detects whether the browser can make videos, without loading an encoder.
import { canRecord } from './video-recorder.js';

export const hasEncoder = (): boolean => typeof VideoEncoder !== 'undefined';

export const canMakeVideo = (): boolean => hasEncoder() || canRecord();
