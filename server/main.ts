import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Whatever the service makes is for its own user alone (docs/rules/service.md#files-of-the-service).
process.umask(0o077);

// Node keeps what it compiles, so that the next start takes half as long. `npm start` has loaded this module already.
await import('./keep-compiled.mjs');
const { kwitVersion } = await import('#platform');
const { start } = await import('./start.ts');

const built = here('../web/dist');

await start({
  environment: process.env,
  isNew: process.argv.includes('--new'),
  whileRunning: process.argv.includes('--while-running'),
  version: kwitVersion(),
  webApp: existsSync(`${built}/index.html`) ? built : null,
  say: (text) => process.stdout.write(`${text}\n`),
});
flushCompileCache();
