/** What one person does to one thing reaches the service in the order in which it was done. */
const running = new Map<string, Promise<unknown>>()

/**
 * Does this when everything before it is over, whether or not that went well.
 *
 * @param id what is changed.
 */
export function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(id) ?? Promise.resolve()
  const mine = before.catch(() => {}).then(work)
  running.set(id, mine)
  const done = () => {
    if (running.get(id) === mine) running.delete(id)
  }
  mine.then(done, done)
  return mine
}

/** Whether a change, of this or of anything, is on its way to the service: what it shows is newer than any answer. */
export const isChanging = (id?: string): boolean => (id === undefined ? running.size > 0 : running.has(id))
