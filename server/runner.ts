import { recordNotices } from '#conversation';
import { recordAct } from '#events';
import { personNow } from '#people';
import { type AuditObserver, type Clock, type Config, type Database, Runner } from '#platform';
import { isReadOnly } from '#service';

interface RunnerOptions extends Partial<Pick<Config, 'readOnly'>> {
  /** Told of each entry of the audit once it is durable. */
  readonly onAudited?: AuditObserver;
}

/** Runs operations on a database. */
export const runnerOn = (
  database: Database,
  clock: Clock,
  { readOnly = false, onAudited = () => {} }: RunnerOptions = {},
): Runner =>
  new Runner(database, clock, {
    isReadOnly: async (connection) => readOnly || isReadOnly(connection),
    personNow,
    leaveNotices: recordNotices,
    recordAct,
    onAudited,
  });
