/** What one person does to one thing reaches the service in the order in which it was done. */
const queues = new Map<string, Promise<unknown>>()

/**
 * Does this when everything before it is over, whether or not that went well.
 *
 * @param id what is changed.
 */
export function enqueue<T>(id: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(id) ?? Promise.resolve()
  const mine = before.catch(() => {}).then(work)
  queues.set(id, mine)
  const done = () => {
    if (queues.get(id) === mine) queues.delete(id)
  }
  mine.then(done, done)
  return mine
}

/** Whether a change, of this or of anything, is on its way to the service: what it shows is newer than any answer. */
export const hasPendingChange = (id?: string): boolean => (id === undefined ? queues.size > 0 : queues.has(id))
