import { type CommandParts, contextOf } from '#platform';
import { verifyEvents } from '../verify-events.ts';
import { replayEntries, replayEntry } from './replay-entries.ts';
import { showQueue } from './show-outbox.ts';

const CONTEXT = contextOf('outbox');

/** `kwit outbox status`: says how many events wait, were sent and were given up. */
export async function outboxStatus({ runner, say }: CommandParts): Promise<boolean> {
  const { total, pending, processing, sent, failed, due_now, oldest_pending_age_seconds } = await runner.read(
    CONTEXT,
    showQueue,
  );
  const age = pending === 0 ? '' : `, the oldest for ${oldest_pending_age_seconds} s`;
  say(
    `${total} events: ${sent} sent, ${pending} pending (${due_now} due now${age}), ${processing} processing, ${failed} failed.`,
  );
  return true;
}

/** `kwit outbox replay`: makes one entry due again, or all that were given up. The worker of a running service delivers them. */
export async function outboxReplay({ runner, say }: CommandParts, what: string): Promise<boolean> {
  if (what !== 'failed') {
    await runner.write(CONTEXT, (work) => replayEntry(work, what));
    say(`${what} will be delivered again.`);
    return true;
  }
  const count = await runner.write(CONTEXT, (work) => replayEntries(work, { status: 'failed' }));
  say(`${count} events will be delivered again.`);
  return true;
}

/** `kwit outbox verify`: proves that no event is missing. */
export async function outboxVerify({ runner, say }: CommandParts): Promise<boolean> {
  const findings = await runner.read(CONTEXT, verifyEvents);
  for (const { what, ids } of findings) say(`${ids.length} ${what}: ${ids.join(', ')}`);
  if (findings.length === 0) say('Every ticket, change of status and closing has its event, and none is lost.');
  return findings.length === 0;
}
