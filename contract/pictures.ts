import { Type } from 'typebox';
import { record } from './scalars.ts';

/** The types of avatars, icons and the logo (docs/rules/files.md#pictures). */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
export const PICTURE_BYTES = 2 * 1024 * 1024;
/** Pixels, in width and in height. */
export const PICTURE_SIDE = 4096;

/** A form with one file, in the part of that name. */
export const pictureForm = (part: string) =>
  record({
    [part]: Type.String({
      format: 'binary',
      description: 'PNG, JPEG or WebP, at most 2 MiB and 4096 by 4096 pixels.',
    }),
  });
