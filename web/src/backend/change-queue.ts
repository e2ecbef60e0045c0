/**
 * A queue for each thing that is changed: the service gets the changes of one thing in the order in which the user made
 * them.
 */
const queues = new Map<string, Promise<unknown>>();

/**
 * Does the work after everything that is in the queue, whether or not that succeeded.
 *
 * @param id of what is changed.
 */
export function enqueue<T>(id: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(id) ?? Promise.resolve();
  const mine = before.catch(() => {}).then(work);
  queues.set(id, mine);
  const done = () => {
    if (queues.get(id) === mine) queues.delete(id);
  };
  mine.then(done, done);
  return mine;
}

/**
 * Whether the service has not yet answered a change of this, or of anything. What the page shows is then newer than any
 * answer.
 */
export const hasPendingChange = (id?: string): boolean => (id === undefined ? queues.size > 0 : queues.has(id));
