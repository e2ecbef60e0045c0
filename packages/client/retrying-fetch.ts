import { KwitError } from './kwit-error.ts';

/** How often a request is sent in all. */
const MOST_ATTEMPTS = 4;
/** A longer pause than this is left to the caller, who gets the refusal. In milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

export type Fetch = (request: Request) => Promise<Response>;

/** Waits for so many milliseconds. Rejects with the signal's reason when it is aborted meanwhile. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const waitByTimer: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });

/**
 * Sends a request again, up to three times, when it is answered 429 or 503 and `Retry-After` says when. Both say that
 * nothing was done, so every method is sent again.
 *
 * @returns a `fetch` that throws a KwitError `unreachable` when there is no answer.
 */
export function retryingFetch(fetch: Fetch, wait: Wait): Fetch {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === MOST_ATTEMPTS;
      const response = await send(fetch, isLast ? request : request.clone());
      const pause = pauseAsked(response);
      if (isLast || pause === null || pause > LONGEST_PAUSE_MS) return response;
      await response.body?.cancel();
      await wait(pause, request.signal);
    }
  };
}

async function send(fetch: Fetch, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    const { origin } = new URL(request.url);
    throw new KwitError('unreachable', `Nothing answers at ${origin}.`, 0, undefined, { cause });
  }
}

/** The pause in milliseconds for which an answer asks; null when it is not one to a request that may be sent again. */
function pauseAsked({ status, headers }: Response): number | null {
  const retryAfter = headers.get('Retry-After');
  if (retryAfter === null || (status !== 429 && status !== 503)) return null;
  const milliseconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds);
}
