import { parentPort } from 'node:worker_threads';
import { fromCommonMark } from '#markdown';
import { authorsText, type ToSubtract } from './author-text.ts';
import { parseMail } from './parse-mail.ts';
import type { Subtracted } from './subtract.ts';

export type ThreadJob =
  | { readonly kind: 'parse'; readonly raw: Uint8Array }
  | { readonly kind: 'author'; readonly texts: ToSubtract };

const asWritten = (said: Subtracted): Subtracted => ({
  ...said,
  kept: fromCommonMark(said.kept, { isConverted: false }),
});

parentPort?.on('message', async (job: ThreadJob) => {
  try {
    if (job.kind === 'author') parentPort?.postMessage({ value: asWritten(authorsText(job.texts)) });
    else {
      const value = await parseMail(job.raw);
      // Files are handed over, and not copied.
      parentPort?.postMessage({ value }, [...new Set(value.files.map(({ bytes }) => bytes.buffer))]);
    }
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
