import type { ImportRun } from '../import-run.ts'
import type { RowObserver } from './import-rows.ts'

/** For rows whose author nobody knows. They cannot sign in. */
const NOBODY = { email: 'unknown@imported.invalid', name: 'Unknown (imported)', folded_name: 'unknown (imported)' }

/** The people of Kwit, to whom those of OpenArca come. */
export class ImportedPeople {
  readonly #run: ImportRun
  readonly #byEmail: Map<string, string>

  constructor(run: ImportRun, here: readonly { readonly id: string; readonly email: string }[]) {
    this.#run = run
    this.#byEmail = new Map(here.map(({ id, email }) => [email, id]))
  }

  /** An address that Kwit knows already is that person, whose values in Kwit stay. */
  readonly users: RowObserver<'users'> = {
    findHere: ({ email = '' }) => this.#byEmail.get(email) ?? null,
    added: (_, { email = '' }, id) => void this.#byEmail.set(email, id ?? ''),
  }

  /** The person for rows without an author, who is made when somebody first asks. */
  get nobody(): string {
    const known = this.#byEmail.get(NOBODY.email)
    if (known !== undefined) return known
    const { now, rows } = this.#run
    const id = this.#run.newId(now)
    this.#byEmail.set(NOBODY.email, id)
    rows.add('users', {
      ...{ id, email: NOBODY.email, name: NOBODY.name, folded_name: NOBODY.folded_name, role: 'user', language: 'en' },
      ...{ email_notify_ticket_status: false, email_notify_developer_comment: false },
      ...{ avatar_filename: null, avatar_type: null, avatar_updated_at: null },
      ...{ created_at: now, last_login: null, is_active: false },
    })
    return id
  }
}
