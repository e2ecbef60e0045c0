import type { ImportRun } from '../import-run.ts';
import { NOBODY, newPerson } from '../new-person.ts';
import type { RowObserver } from './import-rows.ts';

/** The people of Kwit, to whom those of OpenArca come. */
export class ImportedPeople {
  readonly #run: ImportRun;
  readonly #byEmail: Map<string, string>;

  constructor(run: ImportRun, here: readonly { readonly id: string; readonly email: string }[]) {
    this.#run = run;
    this.#byEmail = new Map(here.map(({ id, email }) => [email, id]));
  }

  /** An address that Kwit knows already is that person, whose values in Kwit stay. */
  readonly users: RowObserver<'users'> = {
    findHere: ({ email = '' }) => this.#byEmail.get(email) ?? null,
    added: (_, { email = '' }, id) => void this.#byEmail.set(email, id ?? ''),
  };

  /** The person for rows without an author, who is made when somebody first asks. */
  get nobody(): string {
    const known = this.#byEmail.get(NOBODY.email);
    if (known !== undefined) return known;
    const { now, rows } = this.#run;
    const id = this.#run.newId(now);
    this.#byEmail.set(NOBODY.email, id);
    rows.add('users', newPerson({ ...NOBODY, id }, { language: 'en', createdAt: now, isActive: false }));
    return id;
  }
}
