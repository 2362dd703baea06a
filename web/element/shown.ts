// What is on the canvas at one time, with everything that is said of it: for taking it along.
import { drawView, pictureOf, type Eyes } from './picture-of.js';
import { strongestOf } from './explanation.js';
import type { Look } from './looking.js';
import type { Messages } from '../messages/index.js';
import type { Moment } from '../view/stages.js';
import type { PictureContent } from '../view/picture.js';
import type { Scene } from '../view/scene.js';
import type { Sheet } from './stage-canvas.js';
import type { State } from './properties.js';
import type { Timeline } from '../view/timeline.js';

export interface Shown {
  texts: Messages;
  state: State;
  picture: PictureContent;
  scene: Scene;
  timeline: Timeline;
  /** The same picture at another moment. */
  draw: (moment: Moment, measure: Sheet['measure']) => Scene;
  /** What is to be said of it: which head, and what it does. */
  said: readonly string[];
  background: string;
  ink: string;
}

/** @returns null where there is no word to be seen */
export function shownOf(looking: Look, eyes: Eyes, sheet: Sheet, timeline: Timeline): Shown | null {
  const picture = pictureOf(looking, eyes);
  if (!picture) return null;
  const { texts, state } = eyes;
  const { kind, layer, head } = looking.place;
  const role = looking.description?.role;
  return {
    texts,
    state: { ...state, kind, layer, head },
    picture,
    scene: drawView(looking, eyes, picture, sheet),
    timeline,
    draw: (moment, measure) => {
      const at = pictureOf(looking, { ...eyes, state: { ...state, ...moment } });
      return drawView(looking, eyes, at ?? picture, { ...sheet, measure });
    },
    said: [
      ...(looking.stepsKnown ? [] : [texts.given]),
      ...(looking.run?.trained === false ? [texts.untrained] : []),
      `${texts.kinds[kind]}, ${texts.headPlace(layer, head, role ? texts.roles[role].name : null)}`,
      strongestOf(texts, picture, looking.before),
    ].filter((each) => each !== ''),
    background: picture.palette.surface,
    ink: picture.palette.text,
  };
}
