import type { AuditAction, AuditDetails, AuditTarget } from '#contract/audit.ts';
import type { SignInError } from '#contract/words.ts';
import { type Actor, DAY, HOUR, type StaleRows, shifted, type Work } from '#platform';
import { FirstAnswerStore, KEPT_FOR } from '../idempotency/answer-once.ts';
import { AuditStore } from './audit-store.ts';

/** The type of what an action is done to: the first part of its name. */
const targetOf = (action: AuditAction): AuditTarget => action.slice(0, action.indexOf('.')) as AuditTarget;

/**
 * Records a change that matters to security, in its transaction (docs/rules/records.md#audit).
 *
 * @param targetId null for the settings, of which there are only one.
 */
export async function recordAudit<A extends AuditAction>(
  work: Work<Actor>,
  action: A,
  targetId: string | null,
  details: AuditDetails[A],
): Promise<void> {
  const entry = {
    id: work.newId(),
    at: work.now,
    actor_id: work.actor?.id ?? null,
    action,
    target_type: targetOf(action),
    target_id: targetId,
    details: JSON.stringify(details),
  };
  await work.of(AuditStore).add(entry);
  work.audited.push(entry);
}

/**
 * Counts a refused sign-in: one entry an hour for each reason, so that whoever tries again and again does not fill the record.
 */
export async function countRefusedSignIn(work: Work<Actor>, error: SignInError): Promise<void> {
  await work.lock('refused sign-ins');
  const recent = await work.of(AuditStore).newestSince('sign_in.refused', shifted(work.now, -HOUR));
  for (const { id, details } of recent) {
    const counted = JSON.parse(details) as AuditDetails['sign_in.refused'];
    if (counted.error !== error) continue;
    return work.of(AuditStore).rewrite(id, JSON.stringify({ error, count: counted.count + 1 }));
  }
  await recordAudit(work, 'sign_in.refused', null, { error, count: 1 });
}

/** First answers to requests, and entries of the audit that are two years old. */
export const staleRecords: StaleRows = {
  answers: (work, most) => work.of(FirstAnswerStore).forgetBefore(shifted(work.now, -KEPT_FOR), most),
  audit: (work, most) => work.of(AuditStore).forgetBefore(shifted(work.now, -730 * DAY), most),
};
