const DATABASE = /(?:^|\/)(data\.sqlite(?:-wal)?)$/;
/** Uploads lie flat in their folder, under the names that OpenArca gave them. */
const UPLOAD = /(?:^|\/)uploads\/([\w-]+(?:\.\w+)?)$/;

/**
 * Where in a folder an entry of a backup is unpacked; null when it is passed over. Only the names that OpenArca gives are
 * made, so nothing in the archive leads out of the folder.
 */
export function placeInBackup(entry: string): string | null {
  const database = DATABASE.exec(entry)?.[1];
  if (database !== undefined) return `data/${database}`;
  const upload = UPLOAD.exec(entry)?.[1];
  return upload === undefined ? null : `uploads/${upload}`;
}
