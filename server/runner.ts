import { recordNotices } from '#conversation';
import { recordAct } from '#events';
import { personNow } from '#people';
import { type AuditObserver, type Clock, type Database, Runner } from '#platform';

/** Runs operations on a database. @param onAudited is told of each entry of the audit once it is durable. */
export const runnerOn = (database: Database, clock: Clock, onAudited: AuditObserver = () => {}): Runner =>
  new Runner(database, clock, { personNow, leaveNotices: recordNotices, recordAct, onAudited });
