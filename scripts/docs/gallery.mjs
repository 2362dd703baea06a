// npm run gallery: takes the screenshots of docs/gallery/ from the built page.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../paths.mjs';
import { withBuiltPage } from './built-page.mjs';
import { command, say } from '../say.mjs';

/** Screenshots of the gallery: file name and size of each, and `state`, the query string of the page's URL. */
const SCREENSHOTS = [
  { name: 'finished-dark', width: 1280, height: 860, state: 'theme=dark&lang=en' },
  { name: 'scores-light', width: 1280, height: 860, state: 'theme=light&lang=en&stage=score&progress=0.42' },
  {
    name: 'softmax-causal-light',
    width: 1280,
    height: 860,
    state: 'theme=light&lang=en&stage=softmax&progress=1&causal=on',
  },
  {
    name: 'finished-zh',
    width: 1280,
    height: 860,
    state: 'theme=dark&lang=zh&text=小猫坐在垫子上，因为它累了&query=6',
  },
  {
    name: 'sum-zh',
    width: 1280,
    height: 860,
    state: 'theme=light&lang=zh&text=我喜欢深度学习&stage=sum&progress=0.45',
  },
  {
    name: 'matrix-causal-zh',
    width: 1280,
    height: 860,
    state:
      'theme=light&lang=zh&view=matrix&attention=encoder&layer=0&head=1&causal=on&stage=softmax&text=我喜欢在北京学习',
  },
  { name: 'heads-dark', width: 1280, height: 1180, state: 'theme=dark&lang=en&view=heads&sort=role' },
  {
    name: 'difference-light',
    width: 1280,
    height: 860,
    state:
      'theme=light&lang=en&view=matrix&attention=encoder&layer=0&head=1&scaling=off&compare=on&stage=softmax&cell=attention:7:8',
  },
  { name: 'cross-dark', width: 1280, height: 860, state: 'theme=dark&lang=en&attention=cross' },
  { name: 'course-softmax-zh', width: 1280, height: 720, state: 'theme=light&lang=zh&chapter=softmax.4' },
  { name: 'phone-dark', width: 390, height: 1180, state: 'theme=dark&lang=zh&text=我爱北京&stage=softmax&progress=1' },
];

const folder = join(project, 'docs/gallery');

await command(() =>
  withBuiltPage(4190, async ({ address, chromium }) => {
    mkdirSync(folder, { recursive: true });
    for (const { name, width, height, state } of SCREENSHOTS) {
      // With reduced motion, the page shows the arcs fully grown instead of animating them.
      const page = await chromium.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
      await page.goto(`${address}?${state}`);
      await page.evaluate(() => document.querySelector('attention-spotlight').ready);
      // The screenshot waits for the effects of interventions, which are computed after the first rendering.
      await page.locator('.side[aria-busy="false"]').waitFor({ state: 'attached' });
      await page.screenshot({ path: join(folder, `${name}.png`) });
      await page.close();
      say(`docs/gallery/${name}.png`);
    }
  }),
);
