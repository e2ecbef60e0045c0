import { fileURLToPath } from 'node:url';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ServerProcess } from './server-process.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SECRET = 'only for measuring, thirty-two letters and more';

/**
 * Reads what a command of the bench is told, with what all take: `--databases sqlite,postgres`, `--only <part>` (works or
 * pages whose names have this part), `--write` (puts the tables into docs/performance.md), `--seeded <folder>` (where the
 * seeded databases are kept for later runs).
 */
export const readOptions = <O extends ParseArgsOptionsConfig>(own: O) =>
  parseArgs({
    options: {
      databases: { type: 'string', default: 'sqlite' },
      only: { type: 'string', default: '' },
      write: { type: 'boolean', default: false },
      seeded: { type: 'string', default: here('./seeded') },
      ...own,
    },
  }).values;

/** Starts the service that is measured. @param flags for Node, beside those of `npm start`. @param main of another version. */
export const startService = (
  environment: Record<string, string>,
  flags: readonly string[] = [],
  main = here('../server/main.ts'),
): Promise<ServerProcess> =>
  ServerProcess.start(
    main,
    {
      ...environment,
      ALLOWED_DOMAINS: 'example.com',
      LOG_LEVEL: 'warn',
      WRITES_PER_MINUTE: '1000000',
      JWT_SECRET: SECRET,
      SECRETS_KEY: SECRET,
    },
    { probe: '/ready', flags },
  );
