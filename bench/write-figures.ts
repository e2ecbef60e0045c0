import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const PAGE = new URL('../docs/performance.md', import.meta.url);

/** Puts figures in the place of those that docs/performance.md has of that kind, with the day and the machine. */
export function writeFigures(kind: string, tables: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${kind} -->`, `<!-- end of ${kind} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${kind}.`);
  const machine = `On ${new Date().toISOString().slice(0, 10)}, Node ${process.version.slice(1)}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}.`;
  writeFileSync(PAGE, `${page.slice(0, from)}${begin}\n${machine}\n\n${tables.trim()}\n\n${page.slice(to)}`);
}
