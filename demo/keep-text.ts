import type { FileStore } from '#platform';

/** Keeps a text as a file that can be attached. */
export async function keepText(files: FileStore, { name, text }: { name: string; text: string }) {
  const { name: filename, size, sha256 } = await files.keep(Buffer.from(text));
  const mimeType = name.endsWith('.csv') ? 'text/csv' : 'text/plain';
  return { filename, originalName: name, mimeType, size, sha256, width: null, height: null };
}
