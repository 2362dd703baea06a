// Bottom sheet on a phone: it contains the computation of a stage, and can be pulled up above the playback controls.
import { accessibilityFindings, cellCard, expect, FULL, headNotice, test, timeline } from '../page.js';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const handle = (page) => page.locator('.handle');
const facts = (page) => page.locator('.facts');

test('a swipe pulls it up and down, and the player stays below it', async ({ page, open }) => {
  await open('view=ledger&stage=softmax&lang=en&head=antecedent');
  await expect(handle(page)).toHaveText(/“it” attends most to “cat” \(\d\d%\)\./);
  await expect(facts(page)).toBeHidden();
  const canvas = await page.locator('canvas').boundingBox();
  const swipe = async (by) => {
    const { x, y, width, height } = await handle(page).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2 + by, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(-90);
  await expect(handle(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(cellCard(page)).toBeInViewport();
  const player = await timeline(page).boundingBox();
  const open_ = await facts(page).boundingBox();
  expect(open_.y + open_.height).toBeLessThanOrEqual(player.y + 1);
  // The open sheet covers the scene; the canvas keeps its position and size.
  expect(await page.locator('canvas').boundingBox()).toEqual(canvas);
  expect(await accessibilityFindings(page)).toEqual([]);
  await swipe(90);
  await expect(facts(page)).toBeHidden();
});

test('the keyboard opens it, it stays open from stage to stage, and reduced motion moves nothing', async ({
  page,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open('view=steps&stage=scale&lang=zh');
  await handle(page).focus();
  await page.keyboard.press('Enter');
  await expect(facts(page)).toBeVisible();
  expect(await facts(page).evaluate((each) => getComputedStyle(each).transitionDuration)).toBe('0s');
  await page.evaluate(() => (document.querySelector('attention-spotlight').stage = 'softmax'));
  await expect(facts(page)).toBeVisible();
  await expect(facts(page)).toContainText('点一个词元作为查询');
  await page.keyboard.press('Enter');
  await expect(facts(page)).toBeHidden();
});

test('on a wide screen there is no handle, and the numbers are in the panel', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('view=steps&stage=softmax&lang=en');
  await expect(handle(page)).toBeHidden();
  await expect(cellCard(page)).toBeVisible();
});

test('it closes in another section, where it would cover another picture', async ({ page, open }) => {
  await open('view=ledger&stage=output&lang=en&controls=text,card,play,scrub,cell');
  await handle(page).click();
  await expect(facts(page)).toBeVisible();
  await page.locator('nav [data-section=lab]').click();
  await expect(page.getByRole('radio', { name: 'Matrix' })).toBeChecked();
  await expect(facts(page)).toBeHidden();
  await expect(page.locator('canvas')).toBeInViewport({ ratio: 0.6 });
});

for (const [lang, hint] of [
  ['en', 'Tap a token to make it the query.'],
  ['zh', '点一个词元作为查询'],
]) {
  const title = `without numbers it says what to tap, and covers nothing (${lang})`;
  test(title, lang === 'zh' ? {} : FULL, async ({ page, open }) => {
    await open(`view=ledger&stage=tokens&lang=${lang}&controls=text,card,play,scrub,cell`);
    await expect(handle(page)).toContainText(hint);
    await expect(handle(page)).toBeDisabled();
    const { height, clientHeight, scrollHeight } = await handle(page)
      .locator('span')
      .evaluate(({ clientHeight, scrollHeight, parentElement }) => ({
        height: parentElement.clientHeight,
        clientHeight,
        scrollHeight,
      }));
    expect(height).toBeLessThanOrEqual(46);
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight); // the text is completely visible
    await expect(facts(page)).toBeHidden();
  });
}

/** Shows the element as a narrow figure in the middle of an article. */
const inArticle = (page) =>
  page.evaluate(async () => {
    const element = document.querySelector('attention-spotlight');
    const paragraph = () => Object.assign(document.createElement('p'), { textContent: 'Lorem ipsum. '.repeat(60) });
    const figure = document.createElement('figure');
    figure.style.cssText = 'max-width: 420px; margin: 0';
    const caption = Object.assign(document.createElement('p'), { slot: 'caption', textContent: 'Figure 1. One head.' });
    element.append(caption);
    figure.append(element);
    document.body.replaceChildren(paragraph(), figure, ...Array.from({ length: 8 }, paragraph));
    await element.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

test('in a narrow figure of a wide page the numbers are below the picture, and the caption below the figure', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await open('view=ledger&stage=softmax&lang=en&controls=play,scrub,cell,card');
  await inArticle(page);
  await expect(handle(page)).toBeHidden();
  await expect(cellCard(page)).toBeVisible();
  const boxes = [page.locator('attention-spotlight canvas'), facts(page), headNotice(page)];
  const [canvas, numbers, notice] = await Promise.all(boxes.map((part) => part.boundingBox()));
  expect(numbers.y).toBeGreaterThanOrEqual(canvas.y + canvas.height - 1);
  const caption = await page.getByText('Figure 1. One head.').boundingBox();
  expect(caption.y).toBeGreaterThanOrEqual(notice.y + notice.height - 1);
  const figure = await page.locator('figure').boundingBox();
  expect(figure.y + figure.height - (caption.y + caption.height)).toBeLessThan(20);
});

test('in an article on a phone the sheet ends at the top of its figure', FULL, async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open('view=ledger&stage=softmax&lang=en&controls=text,view,head,play,scrub,cell');
  await inArticle(page);
  const top = await page.evaluate(() => {
    const { y } = document.querySelector('attention-spotlight').getBoundingClientRect();
    window.scrollBy({ top: y - window.innerHeight + 330, behavior: 'instant' });
    return document.querySelector('attention-spotlight').getBoundingClientRect().y;
  });
  await handle(page).click();
  await expect(facts(page)).toBeVisible();
  expect((await handle(page).boundingBox()).y).toBeGreaterThanOrEqual(top - 1);
  await handle(page).click(); // the handle can be reached
  await expect(facts(page)).toBeHidden();
});
