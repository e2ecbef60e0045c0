/**
 * Where a reporter's stream goes on, as the reporter is told it: without the key it says neither how much has happened nor
 * whether anything has (docs/decisions/0034-what-a-reporter-hears.md).
 */
import { open, seal, streamPurpose } from '../settings/sealed.ts';

/** As long as the longest place: the length of what is sealed shows. */
const LENGTH = 34;

/** @param key 32 bytes. @returns another text each time; only a stream of this user goes on from it. */
export const sealPlace = (key: Buffer, place: string, userId: string): string =>
  seal(key, place.padEnd(LENGTH), streamPurpose(userId));

/** @returns the place; null for what `sealPlace` did not make for this user. */
export const openPlace = (key: Buffer, text: string, userId: string): string | null =>
  open(key, text, streamPurpose(userId))?.trimEnd() ?? null;
