/** `kwit` as somebody types it: in a pipe, and in a terminal. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { spawn as spawnInTerminal } from '@lydell/node-pty';
import { MINUTE } from '../../../server/platform/clock.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
/** For how long a test waits for words in a terminal. A busy machine brings them late. */
const PATIENCE_MS = MINUTE;

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Environment = Readonly<Record<string, string>>;

/** A machine on which nobody has signed in: a home, and no programs but those that a test puts there. */
export class Machine {
  readonly home = mkdtempSync(join(tmpdir(), 'kwit-home-'));
  readonly environment: Environment;

  /** @param environment what is set in its shells. */
  constructor(environment: Environment = {}) {
    mkdirSync(join(this.home, 'bin'));
    const { NODE_COMPILE_CACHE = join(tmpdir(), 'kwit-compiled') } = process.env;
    const own = { HOME: this.home, XDG_CONFIG_HOME: join(this.home, '.config'), PATH: join(this.home, 'bin') };
    this.environment = { ...own, TERM: 'xterm-256color', NODE_COMPILE_CACHE, ...environment };
  }

  /** Puts a program there. @param code JavaScript. @returns its path. */
  addProgram(name: string, code: string): string {
    const file = join(this.home, 'bin', name);
    writeFileSync(file, `#!${process.execPath}\n${code}`);
    chmodSync(file, 0o755);
    return file;
  }

  /** Types it where another program reads what comes out. */
  async pipes(args: readonly string[], { input = '', env = {} }: { input?: string; env?: Environment } = {}) {
    const child = spawn(process.execPath, [MAIN, ...args], { env: { ...this.environment, ...env }, stdio: 'pipe' });
    child.stdin.end(input);
    const exited = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
    const [code, out, err] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
    return { code, out, err } satisfies Outcome;
  }

  /** Runs a command that succeeds. @returns what comes out. */
  async does(args: readonly string[], more: { input?: string; env?: Environment } = {}): Promise<string> {
    const { code, out, err } = await this.pipes(args, more);
    assert.equal(code, 0, err);
    return out;
  }

  /** Types it at a terminal. */
  types(args: readonly string[], { env = {}, cols = 100 }: { env?: Environment; cols?: number } = {}): TerminalSession {
    return new TerminalSession(args, { ...this.environment, ...env }, cols);
  }

  close(): void {
    rmSync(this.home, { recursive: true });
  }
}

/** A command that runs at a terminal. */
export class TerminalSession {
  /** Everything that was shown, with colours. */
  shown = '';
  readonly #pty;
  readonly #ended: Promise<number>;
  #onShown = () => {};

  constructor(args: readonly string[], env: Environment, cols: number) {
    this.#pty = spawnInTerminal(process.execPath, [MAIN, ...args], { env: { ...env }, cols, rows: 30 });
    this.#ended = new Promise((resolve) => this.#pty.onExit(({ exitCode }) => resolve(exitCode)));
    this.#pty.onData((data) => {
      this.shown += data;
      this.#onShown();
    });
  }

  /** Its output without colours. */
  get words(): string {
    return stripVTControlCharacters(this.shown).replaceAll('\r\n', '\n');
  }

  /** Waits until these words stand there. */
  async sees(words: RegExp): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const patience = setTimeout(() => reject(new Error(`${words} was not shown: ${this.words}`)), PATIENCE_MS);
    this.#onShown = () => {
      if (words.test(this.words)) resolve();
    };
    this.#onShown();
    await promise.finally(() => clearTimeout(patience));
  }

  /** Types a line and presses Enter. */
  answers(line: string): void {
    this.#pty.write(`${line}\r`);
  }

  /** Presses keys. */
  presses(keys: string): void {
    this.#pty.write(keys);
  }

  /** @returns the code with which the command ends. */
  ends(): Promise<number> {
    return this.#ended;
  }
}
