/** A shell with job control at which somebody types line after line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

interface Ended {
  readonly code: number;
  /** Everything that appeared meanwhile, of what runs in the background too. */
  readonly said: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export class Terminal {
  readonly #shell: ChildProcess;
  #shown = '';
  #look = () => {};

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env: environment });
    this.#shell.stdout?.setEncoding('utf8').on('data', (text: string) => this.show(text));
    this.#shell.on('exit', () => this.#look());
    this.#write('set -m; exec 2>&1');
  }

  show(text: string): void {
    this.#shown += text;
    this.#look();
  }

  /** Types a line, and waits until the next one can be typed. */
  async type(line: string): Promise<Ended> {
    const from = this.#shown.length;
    this.#write(`eval ${quoted(line)} </dev/null; printf '\\0%s\\0' "$?"`);
    const [, said = '', code] = await this.#until(from, /^([\s\S]*?)\0(\d+)\0/);
    return { code: Number(code), said };
  }

  /** Types a line that serves for as long as nobody interrupts it. @returns 0 and what it said, once it is ready. */
  async serve(line: string): Promise<Ended> {
    const from = this.#shown.length;
    await this.type(`{ (${line}); echo "It ended with $?."; } &`);
    const [, code] = await this.#until(from, /Kwit is ready: http|^It ended with (\d+)\.$/m);
    return { said: this.#shown.slice(from), code: Number(code ?? 0) };
  }

  /** Presses Ctrl+C. */
  async interrupt(): Promise<Ended> {
    return this.type('kill -INT %% && wait %%');
  }

  /** Ends everything that was started here. */
  async close(): Promise<void> {
    this.#write('for job in $(jobs -p); do kill -KILL -- -$job; done 2>/dev/null; exit');
    if (this.#shell.exitCode === null) await once(this.#shell, 'exit');
  }

  #write(line: string): void {
    this.#shell.stdin?.write(`${line}\n`);
  }

  async #until(from: number, pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#shown.slice(from));
      if (match) return match;
      if (this.#shell.exitCode !== null) throw new Error(`The shell has ended: ${this.#shown.slice(from)}`);
      await new Promise<void>((resolve) => (this.#look = resolve));
    }
  }
}
