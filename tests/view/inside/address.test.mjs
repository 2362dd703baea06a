// Addresses from which “Look inside” opens models, and the models' names.
import { addressIn, fileNameOf, hostOf, isAddress, titleOf } from '../../../web/inside/address.js';
import { INITIAL, linkTo } from '../../../web/inside/state.js';

const secure = { protocol: 'https:' };

test.each([
  ['https://a.org/b', 'https://a.org/b/'],
  [' a.org/b/ ', 'https://a.org/b/'],
  ['https://a.org/b/c.gguf', 'https://a.org/b/c.gguf'],
  ['https://a.org:8080/b?revision=1#x', 'https://a.org:8080/b/?revision=1'],
  ['http://localhost:80/b', 'http://localhost/b/'],
  ['http://a.org/', null],
  ['file:///a/b', null],
  ['https://u:p@a.org/', null],
  ['word', null],
  ['', null],
])('%s', (text, expected) => {
  expect(addressIn(text, secure)).toBe(expected);
});

test('a page without https reads addresses without it', () => {
  expect(addressIn('http://a.org', { protocol: 'http:' })).toBe('http://a.org/');
});

test('names of addresses and of files', () => {
  expect([isAddress('https://a.org/'), isAddress('stories'), hostOf('https://a.org:81/b/')]).toEqual([
    true,
    false,
    'a.org:81',
  ]);
  expect([titleOf('https://a.org/b/'), titleOf('a/b/')]).toEqual(['a.org/b', 'a/b/']);
  expect(fileNameOf('https://a.org/b/', 'lens', 'svg')).toBe('a.org-b-lens.svg');
  expect(fileNameOf('../模型 7', 'lens', 'npz')).toBe('模型-7-lens.npz');
});

test('a link keeps what the page’s own parameters say, and nothing of another state', () => {
  const link = linkTo(
    { ...INITIAL, model: 'a', sha: '0123456789abcdef' },
    'https://a.org/?inside=made&text=x&lang=zh#y',
  );
  expect(link).toBe('https://a.org/?inside=lens&model=a&sha256=0123456789abcdef&lang=zh#y');
});
