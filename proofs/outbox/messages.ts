/** What the proof and its workers say to each other. */
export type ToWorker = { readonly say: 'clock'; readonly offset: number }
/** `idle`: nothing was due and nothing runs, by the clock with that offset. */
export interface FromWorker {
  readonly say: 'idle'
  readonly offset: number
}
