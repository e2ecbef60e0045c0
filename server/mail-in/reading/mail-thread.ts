import { parentPort } from 'node:worker_threads';
import { authorsText, type ToSubtract } from './author-text.ts';
import { parseMail } from './parse-mail.ts';

export type ThreadJob =
  | { readonly kind: 'parse'; readonly raw: Uint8Array }
  | { readonly kind: 'author'; readonly texts: ToSubtract };

parentPort?.on('message', async (job: ThreadJob) => {
  try {
    if (job.kind === 'author') parentPort?.postMessage({ value: authorsText(job.texts) });
    else {
      const value = await parseMail(job.raw);
      // Files are handed over, and not copied: most are within the mail, which both threads see.
      const buffers = new Set(value.files.map(({ bytes }) => bytes.buffer));
      parentPort?.postMessage(
        { value },
        [...buffers].filter((buffer) => buffer instanceof ArrayBuffer),
      );
    }
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
