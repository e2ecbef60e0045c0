import { Type } from 'typebox';
import { record } from './scalars.ts';

/** A form with one file, in the part of that name. */
export const pictureForm = (part: string) =>
  record({
    [part]: Type.String({
      format: 'binary',
      description: 'PNG, JPEG or WebP, at most 2 MiB and 4096 by 4096 pixels.',
    }),
  });
