import { fileURLToPath } from 'node:url';
import type { Profile } from './profiler.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHOWN = 10;
/** The process waits, which costs no CPU. */
const WAITING = '(idle)';

interface Spent {
  readonly name: string;
  readonly share: number;
}

/** Where a function stands: a file of ours, a package, or Node itself. */
function placeOf(url: string, line: number): string {
  const path = url.replace('file://', '').replace(ROOT, '');
  const inPackage = /node_modules\/(?!.*node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return inPackage ?? (path === '' ? 'V8 and native code' : path.startsWith('node:') ? path : `${path}:${line + 1}`);
}

/** @returns the functions in which most of the time was spent, each without those that it calls; the share is of what was not waiting. */
export function topFunctions({ nodes, samples = [], timeDeltas = [] }: Profile): Spent[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      functionName === WAITING ? WAITING : `${functionName || '(anonymous)'} | ${placeOf(url, lineNumber)}`,
    ]),
  );
  const spent = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  spent.delete(WAITING);
  const all = [...spent.values()].reduce((sum, each) => sum + each, 0);
  return [...spent]
    .map(([name, time]) => ({ name, share: time / all }))
    .sort((a, b) => b.share - a.share)
    .slice(0, SHOWN);
}

export const tableOf = (profile: Profile): string =>
  [
    '| share | function | where |',
    '| --- | --- | --- |',
    ...topFunctions(profile).map(({ name, share }) => `| ${(share * 100).toFixed(1)} % | ${name} |`),
  ].join('\n');
