// Finds Chromium for the tests. On Debian 12, it is a private one with Chinese fonts; elsewhere, it is the system's or
// Playwright's Chromium.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolchain } from '../paths.mjs';
import { CommandError } from '../say.mjs';
import { isDebian12, libraryPath, unpackOwn } from './debian.mjs';
import { which } from './path.mjs';
import { once } from './stamp.mjs';

const PACKAGES = [
  'chromium',
  'chromium-common',
  'chromium-headless-shell',
  'fonts-inter',
  'fonts-noto-cjk',
  'fonts-noto-color-emoji',
  'fonts-dejavu-core',
];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Paths of Chromium on macOS and Windows. */
const PROGRAMS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...[process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
];

const alias = (family, prefer) =>
  `<alias binding="strong"><family>${family}</family><prefer>${prefer.map((name) => `<family>${name}</family>`).join('')}</prefer></alias>`;

function writeFontConfig() {
  const sans = ['Inter', 'Noto Sans CJK SC', 'DejaVu Sans', 'Noto Color Emoji'];
  const mono = ['DejaVu Sans Mono', 'Noto Sans Mono CJK SC'];
  writeFileSync(
    join(toolchain, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${join(root, 'usr/share/fonts')}</dir>
<cachedir>${join(toolchain, 'fonts-cache')}</cachedir>
${alias('system-ui', sans)}${alias('sans-serif', sans)}${alias('monospace', mono)}${alias('ui-monospace', mono)}
</fontconfig>
`,
  );
}

async function makePrivateBrowser() {
  await unpackOwn(PACKAGES);
  mkdirSync(join(toolchain, 'fonts-cache'), { recursive: true });
  writeFontConfig();
}

/** Path of the Chromium that `npx playwright install chromium` installs; the file may not exist. */
async function playwrights() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

/**
 * Finds or installs Chromium. Except on Debian 12, Playwright's browser takes precedence if it is installed, because
 * Ubuntu's `chromium-browser` may be a stub that only explains how to install a snap. Resolves with { path, headless,
 * env }: the full browser, and the headless shell, if there is one, which opens a page in half the time.
 */
export async function browser() {
  if (isDebian12() && which('apt-get')) {
    await once(
      'browser',
      { PACKAGES, at: toolchain },
      'getting Chromium and fonts for the tests into .toolchain (about 310 MB, once)',
      makePrivateBrowser,
    );
    return {
      path: join(root, 'usr/lib/chromium/chromium'),
      headless: join(root, 'usr/lib/chromium/chromium-headless-shell'),
      env: { LD_LIBRARY_PATH: libraryPath(), FONTCONFIG_FILE: join(toolchain, 'fonts.conf') },
    };
  }
  const path = [await playwrights(), ...NAMES.map(which), ...PROGRAMS].find(
    (each) => each !== null && existsSync(each),
  );
  if (!path) {
    throw new CommandError(
      `The tests need Chromium or Chrome: none of ${NAMES.join(', ')} is on the PATH. Playwright has one: npx playwright install chromium`,
    );
  }
  return { path, headless: which('chromium-headless-shell') ?? path, env: {} };
}
