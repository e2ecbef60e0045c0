/**
 * `npm run soak -- <name> [<pattern>…]`: runs a proof at full size, or its tests of such names; some proofs run only so.
 * Proofs without an end of their own take `--minutes` or `--rounds`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

const proofs = new Map(
  readdirSync('proofs').flatMap((file) => {
    const name = /^(.+)\.(proof\.test|soak)\.ts$/.exec(file)?.[1];
    return name ? [[name, `proofs/${file}`] as const] : [];
  }),
);
const { values: lengths, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, rounds: { type: 'string' } },
  allowPositionals: true,
});
const [name, ...patterns] = positionals;
const proof = proofs.get(name ?? '');
if (proof === undefined) {
  process.stderr.write(
    `Usage: npm run soak -- <name> [<pattern>…], <name> one of ${[...proofs.keys()].join(', ')}.\nKWIT_SEED=<number> repeats a run; --minutes=<number> or --rounds=<number> says how long some go on.\n`,
  );
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  [
    '--test',
    '--test-global-setup=server/testing/global-setup.ts',
    ...patterns.map((pattern) => `--test-name-pattern=${pattern}`),
    proof,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      KWIT_SOAK: '1',
      ...(lengths.minutes ? { KWIT_MINUTES: lengths.minutes } : {}),
      ...(lengths.rounds ? { KWIT_ROUNDS: lengths.rounds } : {}),
    },
  },
);
process.exit(status ?? 1);
