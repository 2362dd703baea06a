import fc from 'fast-check';
import { buildViewModel } from '../../web/element/view-model/build-view-model.js';
import { COMMON_STAGES, END, formulaOf, STAGE_NAMES, stagesOf } from '../../web/view/stages.js';
import { initialState } from '../../web/element/state/properties.js';
import { messagesIn } from './locales/texts.mjs';
import { palettes } from '../../web/view/marks/palette.js';
import { sourceOf } from './view-models.mjs';
import { Timeline } from '../../web/view/timeline.js';
import { VIEW_NAMES, viewNamed } from '../../web/view/views/index.js';

test('momentAt and secondsAt are inverse', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), (tokens, isMasked, share) => {
      const timeline = new Timeline({ generatedTokens: tokens, isMasked });
      const seconds = share * timeline.length;
      expect(timeline.secondsAt(timeline.momentAt(seconds))).toBeCloseTo(seconds, 9);
    }),
  );
});

test('seconds beyond the ends give the first and last moments', () => {
  const timeline = new Timeline();
  expect(timeline.momentAt(-3)).toEqual({ stage: 'tokens', progress: 0 });
  expect(timeline.momentAt(timeline.length + 9)).toEqual({ stage: 'output', progress: 1 });
});

test('the timeline grows with the number of generated tokens', () => {
  const [few, many] = [1, 20].map((generatedTokens) => new Timeline({ generatedTokens }));
  expect(many.secondsOf('tokens')).toBeGreaterThan(10);
  expect(many.length - few.length).toBeCloseTo(many.secondsOf('tokens') - few.secondsOf('tokens'), 9);
});

test.each([
  [true, COMMON_STAGES],
  [false, COMMON_STAGES.filter((name) => name !== 'mask')],
])('stepForward and stepBack visit all stages in order, including the mask if there is one: %s', (isMasked, names) => {
  const timeline = new Timeline({ isMasked });
  const seen = [];
  let moment = { stage: 'tokens', progress: 0 };
  for (let step = 0; step < names.length + 1; step++) {
    moment = timeline.stepForward(moment);
    seen.push(moment.stage);
  }
  expect(seen).toEqual([...names, 'output']);
  for (const name of [...names].reverse().slice(1)) {
    moment = timeline.stepBack(moment);
    expect(moment).toEqual({ stage: name, progress: 1 });
  }
  expect(timeline.stepBack(moment).stage).toBe('tokens');
  const played = Array.from({ length: 500 }, (_, at) => timeline.momentAt((at / 500) * timeline.length).stage);
  expect([...new Set(played)]).toEqual([...names]);
});

test('stepping from a skipped stage leads to its neighbors', () => {
  const timeline = new Timeline({ isMasked: false });
  for (const progress of [0, 0.5, 1]) {
    const moment = { stage: 'mask', progress };
    expect(timeline.stepForward(moment)).toEqual({ stage: 'softmax', progress: 1 });
    expect(timeline.stepBack(moment)).toEqual({ stage: 'scale', progress: 1 });
    expect(timeline.secondsAt(moment)).toBe(timeline.secondsAt({ stage: 'softmax', progress: 0 }));
  }
});

test('the timeline ends with the last stage of a view', () => {
  const timeline = new Timeline({ lastStage: 'softmax' });
  expect(timeline.stages.at(-1)).toBe('softmax');
  const end = { stage: 'softmax', progress: 1 };
  for (const moment of [end, { stage: 'sum', progress: 0 }, { stage: 'output', progress: 1 }]) {
    expect(timeline.shown(moment)).toEqual(end);
    expect(timeline.isOver(moment)).toBe(true);
    expect(timeline.secondsAt(moment)).toBe(timeline.length);
    expect(timeline.stepForward(moment)).toEqual(end);
    expect(timeline.stepBack(moment)).toEqual({ stage: 'mask', progress: 1 });
  }
  expect(timeline.isOver({ stage: 'softmax', progress: 0.9 })).toBe(false);
  expect(timeline.momentAt(timeline.length + 1)).toEqual(end);
});

test('an attention has the stages that its steps imply, in the order of computation', () => {
  expect(COMMON_STAGES).toEqual(['tokens', 'embed', 'project', 'score', 'scale', 'mask', 'softmax', 'sum', 'output']);
  const with_ = (...steps) => stagesOf((step) => steps.includes(step)).filter((each) => !COMMON_STAGES.includes(each));
  expect(with_('rotation', 'rotatedQuery')).toEqual(['rotate']);
  expect(with_('queryNormScale')).toEqual(['rotate']);
  expect(with_('biased', 'capped', 'rotation')).toEqual(['rotate', 'cap', 'bias']);
});

test('a missing stage is shown as the end of the one before', () => {
  const shown = (stage, stages) => new Timeline({ stages }).shown({ stage, progress: 0.3 });
  expect(shown('rotate', COMMON_STAGES)).toEqual({ stage: 'project', progress: 1 });
  expect(shown('cap', COMMON_STAGES)).toEqual({ stage: 'scale', progress: 1 });
  expect(shown('bias', COMMON_STAGES)).toEqual({ stage: 'scale', progress: 1 });
  const capped = stagesOf((step) => step === 'capped');
  expect(shown('bias', capped)).toEqual({ stage: 'cap', progress: 1 });
  expect(shown('cap', capped)).toEqual({ stage: 'cap', progress: 0.3 });
  expect(new Timeline({ stages: capped }).stages).toContain('cap');
  expect(new Timeline().stages).not.toContain('cap');
});

test('a formula includes what the attention computes, from each stage on', () => {
  const trace = { query: { shape: [3, 16] } };
  const formulas = (steps, { scale = 1 / 4, ...rest } = {}) => {
    const context = {
      stages: stagesOf((step) => steps.includes(step)),
      trace,
      linear: () => ({ bias: null }),
      scaling: { scale, useScaling: true, temperature: 1 },
      isMasked: true,
      isRotary: steps.includes('rotation'),
      hasQueryKeyNorm: steps.includes('queryNormScale'),
      ...rest,
    };
    return (stage) => formulaOf(stage, context);
  };
  const turned = (query, key) => `Q\u00a0←\u00a0${query}\u2003K\u00a0←\u00a0${key}`;
  const gemma = formulas(['rotation', 'capped'], { scale: 1 / 16 });
  expect(gemma('rotate')).toBe(turned('RoPE(Q)', 'RoPE(K)'));
  expect(gemma('scale')).toBe('Q·Kᵀ / √256');
  expect(gemma('cap')).toBe('c·tanh(Q·Kᵀ / √256 / c)');
  expect(gemma('softmax')).toBe('softmax(cap(Q·Kᵀ / √256) + M)');
  const t5 = formulas(['biased'], { scale: 1 });
  expect(['scale', 'bias', 'mask', 'sum'].map(t5)).toEqual([
    'Q·Kᵀ',
    'Q·Kᵀ + B',
    'Q·Kᵀ + B + M',
    'softmax(Q·Kᵀ + B + M)·V',
  ]);
  const qwen = formulas(['rotation', 'queryNormScale']);
  expect(qwen('rotate')).toBe(turned('RoPE(RMSNorm(Q))', 'RoPE(RMSNorm(K))'));
  expect(formulas(['queryNormScale'])('rotate')).toBe(turned('RMSNorm(Q)', 'RMSNorm(K)'));
  expect(qwen('softmax')).toBe('softmax(Q·Kᵀ / √d + M)');
});

test.each(VIEW_NAMES)('in the view %s picture and timeline are at the same stage in every state', (view) => {
  const { animated, lastStage } = viewNamed(view);
  const { stages } = sourceOf('a b c').steps;
  const timeline = new Timeline({ stages, lastStage });
  for (const stage of STAGE_NAMES) {
    const state = { ...initialState(), view, stage, progress: 1 };
    const context = { state, hovered: null, theme: 'dark', palette: palettes.dark, texts: messagesIn.en };
    const { moment } = buildViewModel(sourceOf('a b c', state), context);
    expect(moment).toEqual(animated ? timeline.shown({ stage, progress: 1 }) : END);
    if (animated) expect(timeline.stages).toContain(moment.stage);
  }
});
