import type { Clock } from './clock.ts';
import type { Database } from './database/connection.ts';
import { recordNotices } from './notices/record-notices.ts';
import { personNow } from './person-now.ts';
import { type AuditObserver, Runner } from './work.ts';

/** Runs operations on a database. @param onAudited is told of each entry of the audit once it is durable. */
export const runnerOn = (database: Database, clock: Clock, onAudited: AuditObserver = () => {}): Runner =>
  new Runner(database, clock, { personNow, leaveNotices: recordNotices, onAudited });
