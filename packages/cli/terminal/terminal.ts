import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Cancelled, UsageError } from '../exit.ts';
import { withoutControls } from './table.ts';

/** The numbers by which a terminal begins and ends a colour. The first versions of Node 20 have no `styleText`. */
const COLOURS = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;
type Colour = keyof typeof COLOURS;

interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** Where the program reads and writes: a person's terminal, or another program's pipe. */
export class Terminal {
  readonly #streams: Streams;
  readonly #hasColours: boolean;

  constructor(streams: Streams, environment: Readonly<Record<string, string | undefined>>) {
    this.#streams = streams;
    this.#hasColours = this.isForPeople && !environment.NO_COLOR && environment.TERM !== 'dumb';
  }

  /** Whether a person reads what is written. Else it is for a program: no colours, and tabs between columns. */
  get isForPeople(): boolean {
    return this.#streams.stdout.isTTY === true;
  }

  get canAsk(): boolean {
    return this.#streams.stdin.isTTY === true && this.#streams.stderr.isTTY === true;
  }

  get width(): number {
    return this.#streams.stdout.columns || 80;
  }

  /** Writes lines of the result. The caller has taken control characters out of what people wrote. */
  say(line: string): void {
    this.#streams.stdout.write(`${line}\n`);
  }

  write(bytes: Uint8Array): void {
    this.#streams.stdout.write(bytes);
  }

  /** Writes a line for the person that is no part of the result. */
  tell(line: string): void {
    this.#streams.stderr.write(`${line}\n`);
  }

  paint(colour: Colour, words: string): string {
    const [begins, ends] = COLOURS[colour];
    return this.#hasColours ? `\u001b[${begins}m${words}\u001b[${ends}m` : words;
  }

  /** @throws UsageError where nobody can be asked. Cancelled when the person ends the question. */
  async ask(question: string, instead: string): Promise<string> {
    if (!this.canAsk) throw new UsageError(`There is no terminal to ask at. ${instead}`);
    const lines = createInterface({ input: this.#streams.stdin, output: this.#streams.stderr });
    const ended = new AbortController();
    lines.once('SIGINT', () => ended.abort()).once('close', () => ended.abort());
    try {
      return withoutControls(await lines.question(`${question} `, { signal: ended.signal })).trim();
    } catch {
      throw new Cancelled('Nothing was done.');
    } finally {
      lines.close();
    }
  }

  /** Everything that comes in, from a pipe or until the person ends it. */
  readAll(): Promise<string> {
    return text(this.#streams.stdin);
  }
}
