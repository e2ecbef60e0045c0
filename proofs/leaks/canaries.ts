import { randomBytes } from 'node:crypto';

/** Ada and Jan report different tickets; Dev and Ewa are developers. */
export const READERS = ['anonymous', 'ada', 'jan', 'dev', 'ewa'] as const;
export type Reader = (typeof READERS)[number];

export const NOBODY: readonly Reader[] = [];
export const DEVELOPERS: readonly Reader[] = ['dev', 'ewa'];
export const JAN_AND_DEVELOPERS: readonly Reader[] = ['jan', 'dev', 'ewa'];
export const ADA_AND_DEVELOPERS: readonly Reader[] = ['ada', 'dev', 'ewa'];
export const SIGNED_IN: readonly Reader[] = ['ada', 'jan', 'dev', 'ewa'];

interface Canary {
  readonly where: string;
  readonly text: string;
  readonly readers: readonly Reader[];
}

/** Unique texts, each planted in one place, with those who may read it. */
export class Canaries {
  readonly all: Canary[] = [];

  /** Makes a new text of lower-case letters and digits, which fits into names, addresses and domains alike. */
  plant(where: string, readers: readonly Reader[]): string {
    return this.record(
      where,
      readers,
      `canary${String(this.all.length).padStart(2, '0')}${randomBytes(5).toString('hex')}`,
    );
  }

  /** Records a text that Kwit made: an id, a secret. */
  record(where: string, readers: readonly Reader[], text: string): string {
    this.all.push({ where, text, readers });
    return text;
  }

  hiddenFrom(reader: Reader): readonly Canary[] {
    return this.all.filter(({ readers }) => !readers.includes(reader));
  }

  /** @returns the places of all canaries that a text contains, in upper or lower case. */
  foundIn(text: string): string[] {
    const lower = text.toLowerCase();
    return this.all.filter((canary) => lower.includes(canary.text.toLowerCase())).map(({ where }) => where);
  }

  /** @returns the places of all canaries that a reader must find. */
  expectedFor(reader: Reader): string[] {
    return this.all.filter(({ readers }) => readers.includes(reader)).map(({ where }) => where);
  }
}
