import { DAY, HOUR, shifted } from '../clock.ts';
import type { StaleRows } from '../stale-rows.ts';
import { SHOWN_FOR_MS } from '../tokens/token-life.ts';
import { PAUSES_WINDOW_MS } from './limits/growing-pause.ts';
import { KNOWN_CLIENT_MS } from './limits/known-client.ts';

/** Codes, attempts, sessions and tokens that have ended. */
export const staleSignIns: StaleRows = {
  codes: (work, most) => work.codes.forgetBefore(shifted(work.now, -HOUR), most),
  attempts: (work, most) => work.attempts.forgetBefore(shifted(work.now, -PAUSES_WINDOW_MS), most),
  sessions: (work, most) => work.sessions.forgetBefore(shifted(work.now, -DAY), most),
  tokens: (work, most) => work.apiTokens.forgetBefore(shifted(work.now, -SHOWN_FOR_MS), most),
  'known clients': (work, most) => work.sessions.forgetClientsBefore(shifted(work.now, -KNOWN_CLIENT_MS), most),
};
