import { parentPort } from 'node:worker_threads';
import { authorsText, type ToSubtract } from './author-text.ts';
import { parseMail } from './parse-mail.ts';

/** What the thread is asked. */
export type ThreadJob =
  | { readonly kind: 'parse'; readonly raw: Uint8Array }
  | { readonly kind: 'author'; readonly texts: ToSubtract };

parentPort?.on('message', async (job: ThreadJob) => {
  try {
    const value = job.kind === 'parse' ? await parseMail(job.raw) : authorsText(job.texts);
    parentPort?.postMessage({ value });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
