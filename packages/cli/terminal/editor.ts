import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cancelled, UsageError } from '../exit.ts';
import type { Terminal } from './terminal.ts';

/** Everything from this line on is for the writer to read, and is left out of the text. Markdown uses `#` itself. */
const SCISSORS = '# ------------------------ >8 ------------------------';

interface Draft {
  readonly text: string;
  /** Stands below the text for the writer to read, and is left out of it. */
  readonly beside: string;
  /** Advice where there is no terminal: `Give it with -m.` */
  readonly instead: string;
}

/**
 * Opens the writer's editor ($VISUAL, $EDITOR) on a text.
 *
 * @returns what they wrote, without white space at its ends.
 * @throws Cancelled when they wrote nothing. UsageError where there is no terminal.
 */
export function edit(terminal: Terminal, { text, beside, instead }: Draft): string {
  if (!terminal.canAsk) throw new UsageError(`There is no terminal for an editor. ${instead}`);
  const folder = mkdtempSync(join(tmpdir(), 'kwit-'));
  const file = join(folder, 'text.md');
  const help = '# Write above this line. What stands below it is left out; with nothing written, nothing is done.';
  try {
    writeFileSync(file, `${text}\n\n${SCISSORS}\n${help}\n\n${beside}\n`, { mode: 0o600 });
    const editor = process.env.VISUAL || process.env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
    // An editor may have arguments of its own: `code --wait`.
    const { status } = spawnSync(`${editor} "${file}"`, { shell: true, stdio: 'inherit' });
    const written = readFileSync(file, 'utf8').split(SCISSORS)[0]?.trim() ?? '';
    if (status !== 0 || written === '') throw new Cancelled('Nothing was written, and nothing was done.');
    return written;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Sends what somebody wrote in their editor. When it is refused, the text is kept in a file, for it took them a while. */
export async function sendWritten<T>(terminal: Terminal, text: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const file = join(mkdtempSync(join(tmpdir(), 'kwit-')), 'unsent.md');
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    terminal.tell(`What you wrote is kept in ${file}.`);
    throw error;
  }
}

/**
 * Sends what somebody says with `-m`: the text itself, or `-` for all that comes in. Without it they write it in their editor.
 *
 * @param beside what they want to see meanwhile; asked for only then.
 */
export async function sendText(
  terminal: Terminal,
  message: string | undefined,
  beside: () => string | Promise<string>,
  send: (text: string) => Promise<unknown>,
): Promise<void> {
  if (message === undefined) {
    const text = edit(terminal, { text: '', beside: await beside(), instead: 'Give it with -m.' });
    await sendWritten(terminal, text, () => send(text));
  } else {
    await send(message === '-' ? await terminal.readAll() : message);
  }
}
