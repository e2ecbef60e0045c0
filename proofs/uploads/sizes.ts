import { samples } from '#testing/sample-files.ts';
import { type Case, someParts } from './case.ts';
import { filePart } from './form.ts';
import type { Target } from './targets.ts';

const PNG = 'image/png';
const MIB = 1024 * 1024;

const LARGEST = 30 * MIB;
const largest = Buffer.concat([samples.png], LARGEST);
/** A picture of exactly `size` bytes: Kwit ignores what follows the end of a PNG. */
const padded = (size: number) => largest.subarray(0, size);

const limitOf = ({ isPicture }: Target) => (isPicture ? 2 : 20) * MIB;

/** Files whose sizes follow from the limit of the target. */
const sized = (what: string, sizes: (limit: number) => readonly number[], expected: Case['expected']): Case => ({
  what,
  expected,
  sent: (target) =>
    someParts(
      what,
      (part) => sizes(limitOf(target)).map((size) => filePart(part, 'a.png', PNG, padded(size))),
      expected,
    ).sent(target),
});

const tooLarge = ({ isPicture }: Target) => (isPicture ? 'file_too_large' : 'attachments_too_large');
/** The outcome of two files: one too many for a picture. */
const two: Case['expected'] = ({ isPicture }) => (isPicture ? 'validation_error duplicate' : [PNG, PNG]);

/** Files at the limit of a target, one byte below it and one beyond it. */
export const SIZES: readonly Case[] = [
  sized(
    'a byte less than it may be',
    (limit) => [limit - 1],
    () => [PNG],
  ),
  sized(
    'as much as it may be',
    (limit) => [limit],
    () => [PNG],
  ),
  sized('a byte more than it may be', (limit) => [limit + 1], tooLarge),
  sized('as much in two files', (limit) => [limit / 2, limit / 2], two),
  sized(
    'a byte more in two files',
    (limit) => [limit / 2, limit / 2 + 1],
    (target) => (target.isPicture ? two(target) : tooLarge(target)),
  ),
  sized('far too much', () => [LARGEST], tooLarge),
];
