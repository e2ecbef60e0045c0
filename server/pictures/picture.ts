import type { PictureType } from '../../contract/pictures.ts'

/** A picture that is already durable in the file store, as the row remembers it that names it. */
export interface StoredPicture {
  readonly filename: string
  readonly type: PictureType
}

/** What an operation answers, besides its own, that puts a picture in the place of another or of none. */
export interface Replacement {
  /** The file that nothing names any more once the transaction is durable. */
  readonly replaced: string | null
}
