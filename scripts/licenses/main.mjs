// npm run licenses: writes THIRD-PARTY.md; with --check it only verifies that the file is up to date. Requires dist/,
// from npm run build.
import { readFileSync, writeFileSync } from 'node:fs';
import { bundledPackages, file, thirdPartyNotices } from './third-party.mjs';
import { command, CommandError, say } from '../say.mjs';

await command(async () => {
  const notices = await thirdPartyNotices(await bundledPackages());
  if (!process.argv.includes('--check')) {
    writeFileSync(file, notices);
    say('wrote THIRD-PARTY.md');
  } else if (readFileSync(file, 'utf8') !== notices) {
    throw new CommandError('THIRD-PARTY.md is outdated; run npm run licenses');
  }
});
