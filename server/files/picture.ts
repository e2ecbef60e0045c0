import type { PictureType } from '../../contract/pictures.ts';

/** A picture that is durable in the file store, as a row names it. */
export interface StoredPicture {
  readonly filename: string;
  readonly type: PictureType;
}

/** Part of the result of an operation that replaces or removes a picture. */
export interface Replacement {
  /** The file that no row names any more once the transaction is durable; null when there was none. */
  readonly replaced: string | null;
}
