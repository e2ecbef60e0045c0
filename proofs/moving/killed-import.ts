/** `kwit import`, as a process that kills itself when it is about to add rows for the n-th time; it says how often it added some. */
import { ImportedRowStore } from '../../packages/movers/imports/imported-row-store.ts';
import { runCommandLine } from '../../server/command-line.ts';

const [killAt, ...words] = process.argv.slice(2);
const { add } = ImportedRowStore.prototype;
let count = 0;
ImportedRowStore.prototype.add = function (...rows) {
  count += 1;
  if (count === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  return add.apply(this, rows);
};
const tell = (text: string) => void process.stderr.write(`${text}\n`);
process.exitCode = Number(await runCommandLine(['import', ...words], { environment: process.env, say() {}, tell }));
process.stdout.write(String(count));
