/** What the proof and its workers say to each other. */
export interface ToWorker {
  /** `begin`: it waits for that. */
  readonly say: 'begin' | 'clock'
  readonly offset: number
}
/** `idle`: nothing was due and nothing runs, by the clock with that offset. */
export interface FromWorker {
  readonly say: 'idle'
  readonly offset: number
}
