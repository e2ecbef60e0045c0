import type { App } from '../../server/testing/start-app.ts';

/**
 * Has each write of the service break off after so many of its changes, until `mend` is called.
 *
 * @returns how to set after how many, and how to mend it.
 */
export function breakWrites({ database }: App): { after(changes: number): void; mend(): void } {
  let left = Number.POSITIVE_INFINITY;
  const write = database.write;
  database.write = (job) =>
    write.call(database, async (connection) => {
      const run = connection.run;
      connection.run = (statement) => {
        left -= 1;
        if (left < 0) throw new Error('The machine is gone.');
        return run.call(connection, statement);
      };
      try {
        return await job(connection);
      } finally {
        connection.run = run;
      }
    }) as ReturnType<typeof write> as never;
  return {
    after: (changes) => {
      left = changes;
    },
    mend: () => {
      database.write = write;
    },
  };
}
