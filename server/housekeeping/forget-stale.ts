import type { Actor } from '../actor.ts';
import { DAY, HOUR, shifted } from '../clock.ts';
import { forgetEvents } from '../events/forget-events.ts';
import { KEPT_FOR } from '../idempotency/answer-once.ts';
import type { SettingsSource } from '../settings/effective-settings.ts';
import { PAUSES_WINDOW_MS } from '../sign-in/limits/growing-pause.ts';
import { KNOWN_CLIENT_MS } from '../sign-in/limits/known-client.ts';
import { SHOWN_FOR_MS } from '../tokens/token-life.ts';
import type { Work } from '../work.ts';

/** Forgets at most `most` rows of one kind, and answers how many it was. */
type Forget = (work: Work<Actor>, most: number, source: SettingsSource) => Promise<number>;

/** The rows that nobody needs any more (docs/rules/service.md#housekeeping), by their name in the log. */
export const STALE: Readonly<Record<string, Forget>> = {
  codes: (work, most) => work.codes.forgetBefore(shifted(work.now, -HOUR), most),
  attempts: (work, most) => work.attempts.forgetBefore(shifted(work.now, -PAUSES_WINDOW_MS), most),
  sessions: (work, most) => work.sessions.forgetBefore(shifted(work.now, -DAY), most),
  tokens: (work, most) => work.apiTokens.forgetBefore(shifted(work.now, -SHOWN_FOR_MS), most),
  'known clients': (work, most) => work.sessions.forgetClientsBefore(shifted(work.now, -KNOWN_CLIENT_MS), most),
  answers: (work, most) => work.firstAnswers.forgetBefore(shifted(work.now, -KEPT_FOR), most),
  questions: (work, most) => work.questions.forgetBefore(shifted(work.now, -90 * DAY), most),
  telemetry: (work, most) => work.telemetry.forgetBefore(shifted(work.now, -400 * DAY), most),
  audit: (work, most) => work.audit.forgetBefore(shifted(work.now, -730 * DAY), most),
  backups: (work, most) => work.backups.forgetBefore(shifted(work.now, -400 * DAY), most),
  'tables to import': (work, most) => work.tableImports.forgetWaiting(shifted(work.now, -DAY), most),
  'imported tables': (work, most) => work.tableImports.forgetEnded(shifted(work.now, -7 * DAY), most),
  notices: (work, most) => work.notices.forgetBefore(shifted(work.now, -90 * DAY), most),
  'changed comments': (work, most) => work.changedComments.forgetBefore(shifted(work.now, -HOUR), most),
  events: forgetEvents,
};
