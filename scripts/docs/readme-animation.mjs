// npm run readme:animation: records docs/attention.webp, the animation in the README, from the built page.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBuiltPage } from './built-page.mjs';
import { project } from '../paths.mjs';
import { command, CommandError, say } from '../say.mjs';
import { which } from '../toolchain/path.mjs';

const OUTPUT = join(project, 'docs/attention.webp');
const SIZE = { width: 1000, height: 500 };
const STATE = 'theme=dark&lang=en&controls=none&view=steps&query=7';
const TIRED = 'The cat sat on the mat because it was tired';
const SOFT = 'The cat sat on the mat because it was soft';
const STAGES = ['tokens', 'embed', 'project', 'score', 'scale', 'mask', 'softmax', 'sum', 'output'];

const FRAMES_PER_STAGE = 6;
const [FRAME, STAGE_END, SENTENCE_END] = [90, 900, 2200]; // milliseconds per frame

/**
 * Frames of the animation: states of the <attention-spotlight> element, and how long each is shown. They cover every
 * stage of one sentence, then the result for another sentence.
 */
function frames() {
  const stages = STAGES.flatMap((stage) =>
    Array.from({ length: FRAMES_PER_STAGE }, (_, frame) => {
      const progress = (frame + 1) / FRAMES_PER_STAGE;
      return { state: { text: TIRED, stage, progress }, duration: progress === 1 ? STAGE_END : FRAME };
    }),
  );
  const result = (text) => ({ state: { text, stage: 'output', progress: 1 }, duration: SENTENCE_END });
  return [...stages, result(TIRED), result(SOFT)];
}

/**
 * Takes a screenshot of the <attention-spotlight> element in each frame's state. Resolves with [{ file, duration }].
 */
async function photograph(page, folder) {
  const element = await page.waitForSelector('attention-spotlight');
  await page.addStyleTag({ content: 'attention-spotlight { min-height: 100vh }' }); // gives all frames the same size
  await element.evaluate((each) => each.ready);
  const photographed = [];
  for (const [index, { state, duration }] of frames().entries()) {
    await element.evaluate((each, next) => ((each.state = next), each.updateComplete), state);
    const file = join(folder, `${String(index).padStart(3, '0')}.png`);
    await page.screenshot({ path: file });
    photographed.push({ file, duration });
  }
  return photographed;
}

/** Combines the screenshots into an animated WebP with libwebp's img2webp. */
function assemble(pictures) {
  const program = which('img2webp');
  if (!program) throw new CommandError('img2webp is not on the PATH; Debian and Homebrew have it in the package webp.');
  const each = pictures.flatMap(({ file, duration }) => ['-d', `${duration}`, '-lossy', '-q', '60', '-m', '6', file]);
  execFileSync(program, ['-loop', '0', '-min_size', ...each, '-o', OUTPUT], { stdio: 'ignore' });
  say(`docs/attention.webp: ${Math.round(statSync(OUTPUT).size / 1000)} KB`);
}

await command(() =>
  withBuiltPage(4191, async ({ address, chromium }) => {
    const folder = mkdtempSync(join(tmpdir(), 'spotlight-'));
    try {
      const page = await chromium.newPage({ viewport: SIZE });
      await page.goto(`${address}embed.html?${STATE}`);
      assemble(await photograph(page, folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }),
);
