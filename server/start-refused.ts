/** Kwit cannot start. The message tells the person at the terminal why, and what to do. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefused';
  }
}
