/** The types of avatars, icons and the logo (docs/rules/files.md#pictures). */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

export const PICTURE_BYTES = 2 * 1024 * 1024;

/** Pixels, in width and in height. */
export const PICTURE_SIDE = 4096;
