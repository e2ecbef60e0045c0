import { TABLE_ENCODINGS, type TableEncoding } from '#contract/table-words.ts';
import { TableRefused, tableProblem } from './table-problem.ts';

/** The bytes of a file, from its beginning each time. */
export interface FileBytes {
  /** As a person knows it. */
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** A byte order mark says more than what anybody believes. */
function markedAs(first: Uint8Array): TableEncoding | null {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 'utf-8' : null;
}

/**
 * The text of a file, as its bytes come, without a byte order mark.
 *
 * @throws TableRefused naming the line that is not of this encoding.
 */
export async function* decodedText(file: FileBytes, encoding: TableEncoding): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let line = 1;
  for await (const chunk of file.open()) {
    decoder ??= new TextDecoder(markedAs(chunk) ?? encoding, { fatal: true });
    const text = decoded(decoder, chunk, file.name, line);
    line += text.split('\n').length - 1;
    yield text;
  }
  if (decoder !== null) yield decoded(decoder, null, file.name, line);
}

function decoded(decoder: TextDecoder, chunk: Uint8Array | null, name: string, line: number): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    const [readable = ''] = new TextDecoder(decoder.encoding).decode(chunk ?? new Uint8Array()).split('\ufffd');
    const at = line + readable.split('\n').length - 1;
    const others = TABLE_ENCODINGS.filter((one) => one !== decoder.encoding).join(', ');
    throw new TableRefused(
      `${name}, line ${at} is not ${decoder.encoding.toUpperCase()}. Say what it is: --encoding ${others}.`,
      [tableProblem({ code: 'wrong_encoding', line: at, value: decoder.encoding })],
    );
  }
}
