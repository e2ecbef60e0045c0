/** The examples of a page, run as a reader would run them. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { marked } from 'marked';

export interface Example {
  readonly language: string;
  readonly code: string;
}

/** The blocks of code of a page, from the first to the last. */
export const examplesIn = (page: URL): Example[] =>
  marked
    .lexer(readFileSync(page, 'utf8'))
    .flatMap((token) => (token.type === 'code' ? [{ language: String(token.lang), code: String(token.text) }] : []));

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<Outcome>;
}

/** The program that runs an example, and the name of its file, by the language of its block. */
const RUN_BY: Readonly<Record<string, readonly [program: string, file: string]>> = {
  ts: [process.execPath, 'example.ts'],
  js: [process.execPath, 'example.mjs'],
  bash: ['bash', 'example.bash'],
  sh: ['sh', 'example.sh'],
};

/**
 * Starts an example in a process of its own, from a file in a folder that is gone when it has ended.
 *
 * @param env beside the environment of the tests.
 * @param cwd where it runs; where the tests do, unless given.
 */
export function startExample({ language, code }: Example, env: Record<string, string>, cwd = process.cwd()): Running {
  const [program, name] = RUN_BY[language] ?? [];
  if (program === undefined || name === undefined) throw new Error(`Nothing here runs ${language}.`);
  // In the package's folder, where `@kwit/client` is found as in a program that has installed it.
  const folder = mkdtempSync(join(import.meta.dirname, '.example-'));
  const file = join(folder, name);
  writeFileSync(file, code);
  const child = spawn(program, [file], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const ended = Promise.all([exited, text(child.stdout), text(child.stderr)])
    .then(([exit, out, err]) => ({ code: exit, out, err }))
    .finally(() => rmSync(folder, { recursive: true }));
  return { child, ended };
}

/** Waits for the first output of an example. @throws Error when it ends without any. */
export async function firstOutput({ child, ended }: Running): Promise<void> {
  const failure = ended.then(({ err }) => {
    throw new Error(`The example ended. ${err}`);
  });
  await Promise.race([once(child.stdout, 'data'), failure]);
}
