/**
 * Compares what requests cost at 1,000 and at 1,000,000 tickets, as ratios to the floor, measured by the bench. It takes
 * half an hour and 10 GB. Minutes lie between the two measurements, in which a shared machine becomes faster or slower.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Run } from '../bench/report.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ALLOWED_GROWTH = 1.5;
/** The scenarios that must not grow by more; the others are only printed. */
const BOUNDED = [
  'ticket detail',
  'own list of 50, as rows',
  'durable create',
  'durable create, 16 clients',
  'board, 300 cards as rows',
  'board, unchanged',
];

test(`from 1,000 to 1,000,000 tickets no bounded scenario grows by more than ${ALLOWED_GROWTH} ×`, (t) => {
  const [few, many] = ['1000', '1000000'];
  execFileSync(process.execPath, [here('../bench/bench.ts'), '--sizes', `${few},${many}`, '--alone'], {
    stdio: 'inherit',
  });
  const { runs } = JSON.parse(readFileSync(here('../bench/results.json'), 'utf8')) as { runs: Run[] };
  const [before, after] = [few, many].map((size) => runs.find(({ tickets }) => tickets === Number(size)));
  const grown = (before?.figures ?? []).map(({ scenario, ratio }) => {
    const later = after?.figures.find((figure) => figure.scenario === scenario)?.ratio ?? Number.NaN;
    t.diagnostic(`${scenario}: ${ratio.toFixed(1)}, then ${later.toFixed(1)}, ${(later / ratio).toFixed(2)} ×`);
    return { scenario, growth: later / ratio };
  });
  assert.deepEqual(
    BOUNDED.filter((name) => !grown.some(({ scenario }) => scenario === name)),
    [],
    'The bench has every bounded scenario.',
  );
  assert.deepEqual(
    grown.filter(({ scenario, growth }) => BOUNDED.includes(scenario) && !(growth <= ALLOWED_GROWTH)),
    [],
  );
});
