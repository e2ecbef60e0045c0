import type { Writable } from 'node:stream';
import { runCommandLine } from '../command-line.ts';
import type { App } from './start-app.ts';

type Typist = Pick<App, 'environment' | 'clock'>;

/** Types a command of the server beside a running service. @returns its exit code, and what it said. */
export async function type({ environment, clock }: Typist, ...words: readonly string[]) {
  const said: string[] = [];
  const say = (text: string) => said.push(text);
  const code = await runCommandLine(words, { environment, clock, say, tell: say });
  return { code, said: said.join('\n') };
}

/** Types a command in a pipe: bytes go to `output`. @returns its exit code, what it printed, and what it said beside that. */
export async function typeInto(output: Writable, { environment, clock }: Typist, ...words: readonly string[]) {
  const [said, printed]: [string[], string[]] = [[], []];
  const say = (text: string) => printed.push(text);
  const tell = (text: string) => said.push(text);
  const code = await runCommandLine(words, { environment, clock, say, tell, output });
  return { code, said: said.join('\n'), printed: printed.join('\n') };
}
