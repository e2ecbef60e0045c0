import { Connection, type Database } from '#platform';
import type { Runnable, Statement } from '../../server/platform/database/connection.ts';

const isPlanned = /^\s*(select|insert|update|delete|with)\b/i;

/** The database without the recording. */
export type UnrecordedDatabase = Pick<Database, 'dialect' | 'read' | 'write'>;

/** Runs each statement on another connection, and records it. */
class RecordingConnection extends Connection {
  readonly dialect;
  readonly #recorded: Connection;
  readonly #record: (statement: Runnable<unknown>) => void;

  constructor(recorded: Connection, record: (statement: Runnable<unknown>) => void) {
    super();
    this.dialect = recorded.dialect;
    this.#recorded = recorded;
    this.#record = record;
  }

  rows<R>(statement: Runnable<R>): Promise<R[]> {
    this.#record(statement);
    return this.#recorded.rows(statement);
  }

  run(statement: Runnable<unknown>): Promise<number> {
    this.#record(statement);
    return this.#recorded.run(statement);
  }

  override runLast(statement: Statement<unknown>): Promise<void> {
    this.#record(statement);
    return this.#recorded.runLast(statement);
  }
}

/** Records the statements that a service's database runs from now on. `taken` returns those since it was last called. */
export function recordingOf(database: Database): { taken(): Statement<unknown>[]; unrecorded: UnrecordedDatabase } {
  const [read, write] = [database.read.bind(database), database.write.bind(database)] as const;
  const seen = new Map<string, Statement<unknown>>();
  const record = ({ sql, parameters }: Runnable<unknown>) => {
    if (isPlanned.test(sql)) seen.set(sql, { sql, parameters });
  };
  const watched = new WeakMap<Connection, Connection>();
  const watch = (connection: Connection): Connection => {
    const made = watched.get(connection) ?? new RecordingConnection(connection, record);
    watched.set(connection, made);
    return made;
  };
  Object.assign(database, {
    read: <T>(job: (connection: Connection) => Promise<T>) => read((connection) => job(watch(connection))),
    write: <T>(job: (connection: Connection) => Promise<T>) => write((connection) => job(watch(connection))),
  });
  const taken = () => {
    const statements = [...seen.values()];
    seen.clear();
    return statements;
  };
  return { taken, unrecorded: { dialect: database.dialect, read, write } };
}
