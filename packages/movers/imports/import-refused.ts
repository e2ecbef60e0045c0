/** What is to be imported cannot be, and nothing was. The message says why and what to do. */
export class ImportRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportRefused';
  }
}
