import type { AuditDetails, AuditEntry } from '../../../contract/audit.ts';
import type { AuditAction } from '../../../contract/audit-words.ts';
import { address } from './client.ts';
import { pagesQuery } from './queries.ts';

export type { AuditAction, AuditDetails, AuditEntry };

export interface RecordFilter {
  action: AuditAction | undefined;
  /** The id of the person who did it. */
  actor: string | undefined;
}

/** The record of changes, the newest first. */
export const auditQuery = ({ action, actor }: RecordFilter) =>
  pagesQuery(['audit', action, actor], address('/audit', { action, actor_id: actor, limit: 50 }));
