import { createHash } from 'node:crypto';
import type { FileStore } from '#platform';

const MOST_LISTED = 100;

/** What a comparison of another product with Kwit found. */
export class Comparison {
  compared = 0;
  same = 0;
  /** A sentence for each value that differs, the first hundred. */
  readonly differences: string[] = [];

  /** Counts one value. @param sentence what differs. */
  expect(isSame: boolean, sentence: () => string): void {
    this.compared += 1;
    if (isSame) this.same += 1;
    else this.tell(sentence);
  }

  tell(sentence: () => string): void {
    if (this.differences.length < MOST_LISTED) this.differences.push(sentence());
  }

  /** What is said of it: the differences, and how many values are the same. */
  get lines(): string[] {
    const [same, compared] = [this.same, this.compared].map((count) => count.toLocaleString('en'));
    return [...this.differences, `${same} of ${compared} values are the same.`];
  }
}

/** The SHA-256 of the bytes that the store has under a name; null when it has none. */
export async function shaOfFile(files: FileStore, name: unknown): Promise<string | null> {
  const file = typeof name === 'string' ? await files.open(name) : null;
  if (file === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of file.stream) hash.update(chunk);
  return hash.digest('hex');
}

/** A value of a difference, as it is told. */
export const shownValue = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 80);
