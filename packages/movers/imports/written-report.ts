import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ImportRefused } from './import-refused.ts';

/** Refuses, before anything is imported, a file that cannot be written after it. @throws ImportRefused */
export async function expectWritable(path: string | null): Promise<void> {
  if (path === null) return;
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) throw new ImportRefused(`${path} is a folder: name a file.`);
  await access(there === null ? dirname(resolve(path)) : path, constants.W_OK).catch((error: Error) => {
    throw new ImportRefused(`${path} cannot be written: ${error.message}.`);
  });
}

/** Writes what an import did as JSON. @param path null for nowhere. */
export async function writeReport(path: string | null, report: unknown): Promise<void> {
  if (path !== null) await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}

/** Where rejected rows are, for the terminal. */
export const rejectedAt = (path: string, count: number): string =>
  count === 1
    ? `1 rejected row is in ${path}: correct it there, and import that file.`
    : `${count} rejected rows are in ${path}: correct them there, and import that file.`;
