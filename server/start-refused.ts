/** The service cannot start as it was asked to. The message is one sentence for the person at the terminal. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartRefused'
  }
}
