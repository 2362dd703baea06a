import type * as jest from '@jest/globals';

/** Type of Jest's test.each for tables whose rows differ in length and in type. */
interface Each {
  (rows: readonly unknown[]): (name: string, test: (...row: any[]) => unknown, timeout?: number) => void;
}

declare global {
  const test: Omit<typeof jest.test, 'each'> & { each: Each } & ((
      name: string,
      test: () => unknown,
      timeout?: number,
    ) => void);
  const describe: Omit<typeof jest.describe, 'each'> & { each: Each } & ((name: string, tests: () => unknown) => void);
  const expect: typeof jest.expect;
  const beforeAll: typeof jest.beforeAll;
  const beforeEach: typeof jest.beforeEach;
  const afterAll: typeof jest.afterAll;
  const afterEach: typeof jest.afterEach;

  interface JSON {
    /** JSON.parse also accepts bytes: it converts them to a string, as UTF-8. */
    parse(bytes: Uint8Array): any;
  }
}
