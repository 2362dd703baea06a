// The course's short way (its quick tour) with a screen reader: sentences describe the figure of each step with its
// numbers, the stages during playback, and cells and experiments when they change. tests/view/spoken-scene.test.mjs
// tests the sentences.
import { SHORT_WAY, stepAt, writePlace } from '../../../dist/course/place.js';
import { expect, FULL, test } from '../page.js';

const course = (page) => page.locator('attention-course');
const canvas = (page) => page.locator('attention-spotlight canvas');
const announced = (page) => page.locator('attention-spotlight [aria-live]');

async function visit(page, place, lang) {
  await page.goto(`?lang=${lang}&chapter=${place}`);
  await page.evaluate(() => document.querySelector('attention-spotlight').ready);
  await expect(course(page).locator('h2')).toBeVisible();
}

for (const lang of ['en', 'zh']) {
  const isSentence = { en: /\d.*\.$/s, zh: /\d.*。$/s }[lang];
  test(
    `the figure of each step is told in a sentence with a number (${lang})`,
    lang === 'zh' ? FULL : {},
    async ({ page, complaints }) => {
      void complaints;
      for (const place of SHORT_WAY) {
        await visit(page, writePlace(place), lang);
        if (!stepAt(place).alone) {
          await expect(canvas(page), writePlace(place)).toHaveAccessibleDescription(isSentence);
          continue;
        }
        const images = course(page).locator('.figure [role=img]:not(p)');
        for (const image of await images.all()) await expect(image, writePlace(place)).toHaveAccessibleName(isSentence);
        const fields = course(page).locator('.figure input');
        for (const field of await fields.all()) await expect(field).toHaveAccessibleName(/\p{L}{2}|\p{Script=Han}/u);
        expect((await images.count()) + (await fields.count()), writePlace(place)).toBeGreaterThan(0);
      }
    },
  );
}

test('opening a step, stages, cells and an experiment are announced', async ({ page, complaints }) => {
  void complaints;
  await visit(page, 'short.4', 'en');
  await page.getByRole('button', { name: 'Next stage' }).click();
  await expect(announced(page)).toHaveText(/^Weighted sum: .* takes \d+% from “cat”/);
  await page.getByRole('button', { name: 'Next stage' }).click();
  await expect(announced(page)).toHaveText(/^This head has moved information into “it”: \d+% from “cat”/);
  await course(page).getByRole('button', { name: 'Next', exact: true }).click();
  await expect(course(page).getByRole('status').first()).toHaveText(/, step 5 of 12\.$/);
  await visit(page, 'short.8', 'en');
  await canvas(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(announced(page)).toHaveText(/^The weight of “it” for “cat” is 0\.\d{3}\.$/);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Causal mask' }).check();
  await expect(announced(page)).toHaveText(/^“it” attends most to “cat” .* Without your interventions: “cat”/);
});
