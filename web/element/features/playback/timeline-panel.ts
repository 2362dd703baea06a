// The player of the element: buttons and timeline, as far as they are offered.
import { nothing, type TemplateResult } from 'lit';
import type { Moment } from '../../../view/stages.js';
import { timelineControls } from '../../panels/controls.js';
import type { Control } from '../../state/properties.js';
import type { Messages } from '../../../messages/index.js';
import type { Player } from './player.js';
import type { Timeline } from '../../../view/timeline.js';

interface TimelineHost {
  readonly timeline: Timeline;
  readonly moment: Moment;
  speed: number;
  present: () => Promise<void>;
}

export function timelinePanel(
  texts: Messages,
  host: TimelineHost,
  player: Player,
  allows: (control: Control) => boolean,
): TemplateResult | typeof nothing {
  const allowed = { play: allows('play'), scrub: allows('scrub') };
  if (!allowed.play && !allowed.scrub) return nothing;
  const { timeline, speed } = host;
  const moment = timeline.shown(host.moment);
  return timelineControls(texts, timeline, moment, player.playing, speed, allowed, {
    toggle: () => player.toggle(),
    back: () => player.goTo(timeline.stepBack(moment)),
    forward: () => player.goTo(timeline.stepForward(moment)),
    seek: (seconds) => player.goTo(timeline.momentAt(seconds)),
    goTo: (stage) => player.goTo({ stage, progress: 1 }),
    setSpeed: (chosen) => (host.speed = chosen),
    present: () => void host.present(),
  });
}
