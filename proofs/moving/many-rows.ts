/** Common parts of the exports of many tickets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PEOPLE = ['Ada Nowak', 'Olek Żak', 'Iza Kłos'];
export const addressOf = (name: string) => `${name.slice(0, 3).toLowerCase()}@example.com`;
export const PEOPLE_TABLE = ['login,email,name', ...PEOPLE.map((name, n) => `u${n},${addressOf(name)},${name}`)].join(
  '\n',
);

export const TEXT = 'Zażółć "gęślą" jaźń, *bo* trzeba.';
export const two = (n: number) => String(n).padStart(2, '0');
/** A time of the n-th ticket: later for a later step of it. */
export const at = (n: number, step: number) => `2025-${two(1 + (n % 12))}-${two(1 + (n % 28))}T${two(8 + step)}:00:00Z`;
export const isClosed = (n: number) => n % 3 === 0;
/** Every fiftieth ticket has a file. */
export const hasFile = (n: number) => n % 50 === 0;
export const label = (n: number) => `sieć ${n % 7}`;

/** Writes a file of a folder. */
export function put(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

export const numbersTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
