import { ImportRefused } from '../import-refused.ts';

/** A line of a table's file. */
export interface ExportLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** The longest line that is read, in characters: no ticket with all its texts comes near. */
const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * The lines of a file, as its bytes come.
 *
 * @param place the file, for what is said when it is refused.
 * @throws ImportRefused for a line that is too long, for bytes that are no UTF-8, and when the last line has no end.
 */
export async function* exportLinesOf(body: AsyncIterable<Uint8Array>, place: string): AsyncGenerator<ExportLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let [rest, number] = ['', 0];
  for await (const chunk of body) {
    const lines = (rest + decoded(decoder, chunk, place)).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      number += 1;
      yield { number, text };
    }
    if (rest.length > LONGEST_LINE) throw new ImportRefused(`${place}, line ${number + 1} is longer than 16 MB.`);
  }
  if (rest !== '') throw new ImportRefused(`${place} ends in the middle of line ${number + 1}.`);
}

function decoded(decoder: TextDecoder, chunk: Uint8Array, place: string): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw new ImportRefused(`${place} is not UTF-8.`);
  }
}
