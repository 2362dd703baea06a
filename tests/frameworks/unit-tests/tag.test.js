// Unit test of a user: the tag <attention-spotlight> does not throw, and everything works that needs no screen.
test('import and tag', async () => {
  const { AttentionSpotlight, configure } = await import('attention-spotlight/element');
  configure({ wasmUrl: 'https://example.test/' });
  document.body.innerHTML = '<attention-spotlight text="I love Beijing" temperature="2"></attention-spotlight>';
  const element = document.querySelector('attention-spotlight');
  expect(element).toBeInstanceOf(AttentionSpotlight);
  expect(element.text).toBe('I love Beijing');
  await element.updateComplete;
  const changed = new Promise((resolve) => element.addEventListener('statechange', ({ detail }) => resolve(detail)));
  element.temperature = '3';
  element.view = 'heads';
  element.theme = 'dark';
  expect(await changed).toMatchObject({ temperature: 3, view: 'heads' });
  element.data = {
    tokens: ['I', 'am'],
    attention: [
      [
        [
          [1, 0],
          [0.5, 0.5],
        ],
      ],
    ],
  };
  await element.updateComplete;
  element.play();
  element.pause();
  element.remove();
  document.body.append(element);
  await element.updateComplete;
  document.createElement('attention-spotlight');
});

test('attention from elsewhere, in every view', async () => {
  await import('attention-spotlight/element');
  const element = document.createElement('attention-spotlight');
  const errors = [];
  element.addEventListener('error', ({ detail }) => errors.push(String(detail.error)));
  const rejected = ({ reason }) => errors.push(String(reason));
  globalThis.process?.on('unhandledRejection', rejected);
  document.body.append(element);
  for (const view of ['sentence', 'ledger', 'steps', 'matrix', 'heads', 'numbers']) {
    element.state = { view, query: 0 };
    element.data = { tokens: [view, 'am'], attention: [[[[1, 0], [0.5, 0.5]]]] }; // prettier-ignore
    await element.updateComplete;
    element.query = 1;
    await element.updateComplete;
    expect(element.shadowRoot.textContent).toContain(view);
  }
  expect(errors).toEqual([]);
  element.remove();
});

test('the core computes what needs no engine', async () => {
  const { costOf, tokenize } = await import('attention-spotlight');
  expect(costOf({ queries: 8, headDim: 64 }).total.bytes).toBeGreaterThan(0);
  expect(tokenize('I am').map(({ text }) => text)).toEqual(['I', 'am']);
});
