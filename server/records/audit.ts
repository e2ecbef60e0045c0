import type { AuditAction, AuditTarget } from '#contract/audit.ts';
import type { Instant } from '#contract/scalars.ts';

export interface AuditTable {
  id: string;
  at: Instant;
  /** Null when nobody was signed in: the command line. */
  actor_id: string | null;
  action: AuditAction;
  target_type: AuditTarget;
  target_id: string | null;
  /** JSON. */
  details: string;
}
