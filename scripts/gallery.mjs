// npm run gallery: takes the pictures of docs/gallery/ anew, from the built page.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage } from './build-page.mjs';
import { buildWasm } from './build-wasm.mjs';
import { npmPackages } from './npm-packages.mjs';
import { project } from './paths.mjs';
import { command, say } from './say.mjs';
import { servePage } from './serve-page.mjs';
import { browser } from './toolchain/browser.mjs';

const PICTURES = [
  { name: 'finished-dark', width: 1280, height: 860, state: 'theme=dark&lang=en' },
  { name: 'scores-light', width: 1280, height: 860, state: 'theme=light&lang=en&stage=score&time=0.42' },
  {
    name: 'softmax-causal-light',
    width: 1280,
    height: 860,
    state: 'theme=light&lang=en&stage=softmax&time=1&causal=on',
  },
  { name: 'finished-zh', width: 1280, height: 860, state: 'theme=dark&lang=zh&text=小猫坐在垫子上，因为它累了&row=6' },
  { name: 'mix-zh', width: 1280, height: 860, state: 'theme=light&lang=zh&text=我喜欢深度学习&stage=mix&time=0.45' },
  {
    name: 'matrix-causal-zh',
    width: 1280,
    height: 860,
    state: 'theme=light&lang=zh&view=matrix&kind=self&layer=0&head=1&causal=on&stage=softmax&text=我喜欢在北京学习',
  },
  { name: 'heads-dark', width: 1280, height: 1180, state: 'theme=dark&lang=en&view=heads&order=role' },
  {
    name: 'difference-light',
    width: 1280,
    height: 860,
    state:
      'theme=light&lang=en&view=matrix&kind=self&layer=0&head=1&scale=off&compare=on&stage=softmax&cell=attention:7:8',
  },
  { name: 'cross-dark', width: 1280, height: 860, state: 'theme=dark&lang=en&kind=cross' },
  { name: 'course-scale-zh', width: 1500, height: 1180, state: 'theme=light&lang=zh&chapter=scale.2' },
  { name: 'phone-dark', width: 390, height: 1180, state: 'theme=dark&lang=zh&text=我爱北京&stage=softmax&time=1' },
];

const folder = join(project, 'docs/gallery');

await command(async () => {
  await npmPackages();
  await buildWasm();
  await buildPage();
  const { path, env } = await browser();
  const { chromium } = await import('@playwright/test');
  const { address, close } = await servePage(4190);
  const chromiumBrowser = await chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu'],
  });
  mkdirSync(folder, { recursive: true });
  for (const { name, width, height, state } of PICTURES) {
    const page = await chromiumBrowser.newPage({ viewport: { width, height } });
    await page.goto(`${address}?${state}`);
    await page.evaluate(() => document.querySelector('attention-spotlight').ready);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
    say(`docs/gallery/${name}.png`);
  }
  await chromiumBrowser.close();
  await close();
});
