import type { FastifyRequest } from 'fastify';
import { PICTURE_BYTES, PICTURE_SIDE, type PictureType } from '../../contract/pictures.ts';
import { Failure, invalidField } from '../failure.ts';
import { receiveFiles } from '../files/received-files.ts';
import { sniffImage } from '../files/sniff.ts';

/** A picture whose content and size Kwit has checked. */
export interface ReceivedPicture {
  readonly bytes: Buffer;
  readonly type: PictureType;
}

/**
 * Reads the one picture of a form, in the part of that name (docs/rules/files.md#pictures).
 *
 * @throws Failure `unsupported_media_type`, `validation_error`, `file_too_large`, `unsupported_file_type`.
 */
export async function receivePicture(request: FastifyRequest, part: string): Promise<ReceivedPicture> {
  const allowed = { fileField: part, maxFiles: 1, maxBytes: PICTURE_BYTES, tooLarge: 'file_too_large' } as const;
  const [file] = await receiveFiles(request, allowed);
  if (file === undefined) throw invalidField(part, 'required', `Send a picture as a file in the part "${part}".`);
  const image = await sniffImage(file.bytes);
  if (image === null) throw new Failure('unsupported_file_type', { message: 'Send a PNG, JPEG or WebP picture.' });
  if (image.width > PICTURE_SIDE || image.height > PICTURE_SIDE) throw new Failure('file_too_large');
  return { bytes: file.bytes, type: image.mime };
}
