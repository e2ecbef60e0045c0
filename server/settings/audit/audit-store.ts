import type { AuditDetails } from '#contract/audit.ts';
import type { AuditAction, AuditTarget } from '#contract/audit-words.ts';
import type { SignInError } from '#contract/words.ts';
import {
  type Actor,
  compiled,
  compiledForms,
  DAY,
  HOUR,
  type Instant,
  olderThan,
  type StaleRows,
  shifted,
  tableStore,
  type Work,
} from '#platform';
import { KEPT_FOR } from '../idempotency/answer-once.ts';

export interface AuditListing {
  readonly action: AuditAction | null;
  readonly actorId: string | null;
  /** The id of the last entry of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

const list = compiledForms(
  ({ action, actorId, before }: AuditListing) => `${action !== null} ${actorId !== null} ${before !== null}`,
  (db, p: { action: AuditAction; actor: string; before: string; limit: number }, listing) => {
    let query = db
      .selectFrom('audit')
      .leftJoin('users', 'users.id', 'audit.actor_id')
      .selectAll('audit')
      .select('users.name as actor_name');
    if (listing.action !== null) query = query.where('action', '=', p.action);
    if (listing.actorId !== null) query = query.where('actor_id', '=', p.actor);
    if (listing.before !== null) query = query.where('audit.id', '<', p.before);
    return query.orderBy('audit.id', 'desc').limit(p.limit);
  },
);

const newestSince = compiled((db, p: { action: AuditAction; since: Instant }) =>
  db
    .selectFrom('audit')
    .select(['id', 'details'])
    .where('action', '=', p.action)
    .where('at', '>', p.since)
    .orderBy('id', 'desc')
    .limit(20),
);

/** The record of what matters to security. */
export class AuditStore extends tableStore('audit') {
  /** The newest entries of an action after a moment, at most 20. */
  readonly newestSince = this.all(newestSince);

  /** Newest first. */
  list(listing: AuditListing) {
    const { action, actorId, before, limit } = listing;
    const values = { action: action ?? 'settings.changed', actor: actorId ?? '', before: before ?? '', limit } as const;
    return this.connection.all(list(listing), values);
  }
}

export const listAuditRows = (work: Work<Actor>, listing: AuditListing) => work.of(AuditStore).list(listing);

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
  const recent = await work.of(AuditStore).newestSince({ action: 'sign_in.refused', since: shifted(work.now, -HOUR) });
  for (const { id, details } of recent) {
    const counted = JSON.parse(details) as AuditDetails['sign_in.refused'];
    if (counted.error !== error) continue;
    return work.of(AuditStore).change(id, { details: JSON.stringify({ error, count: counted.count + 1 }) });
  }
  await recordAudit(work, 'sign_in.refused', null, { error, count: 1 });
}

/** First answers to requests, and entries of the audit that are two years old. */
export const staleRecords: StaleRows = {
  answers: olderThan('idempotency_keys', 'created_at', KEPT_FOR),
  audit: olderThan('audit', 'at', 730 * DAY),
};
