import { hash } from 'node:crypto';
import type { PeopleChoice } from '#contract/table-words.ts';
import type { Role } from '#contract/words.ts';
import { domainOf, nameFrom } from '#people';
import type { Actor, SettingsSource, Work } from '#platform';
import { readSettings } from '#settings';
import { ImportBatchStore } from '../import-batch-store.ts';
import type { ImportRun } from '../import-run.ts';
import { NOBODY, newPerson } from '../new-person.ts';
import type { IncomingPerson } from './incoming-ticket.ts';

interface Known {
  readonly id: string;
  readonly role: Role;
}

/** An address that nobody can have, the same for the same name. */
const addressFor = (name: string): string => `${hash('sha256', name).slice(0, 16)}@imported.invalid`;

/** The address by which somebody is known. */
export const knownAddressOf = ({ email, name }: IncomingPerson): string => email ?? addressFor(name ?? '');

/** The people of Kwit to whom those of another product come. Nobody is mailed. */
export class PeopleHere {
  readonly #choice: PeopleChoice;
  readonly #settings: Awaited<ReturnType<typeof readSettings>>;
  readonly #byEmail = new Map<string, Known>();

  private constructor(choice: PeopleChoice, settings: Awaited<ReturnType<typeof readSettings>>) {
    this.#choice = choice;
    this.#settings = settings;
  }

  static async begin(work: Work<Actor>, source: SettingsSource, choice: PeopleChoice): Promise<PeopleHere> {
    return new PeopleHere(choice, await readSettings(work, source));
  }

  /** Looks up everybody among these whom it has not met. */
  async meet(work: Work<Actor>, people: readonly IncomingPerson[]): Promise<void> {
    const emails = new Set([NOBODY.email, ...people.map(knownAddressOf)].filter((email) => !this.#byEmail.has(email)));
    for (const { id, email, role } of await work.of(ImportBatchStore).people([...emails]))
      this.#byEmail.set(email, { id, role });
  }

  /** The id of somebody, who is made when Kwit does not know them; null for nobody, and for who is skipped. */
  idOf(person: IncomingPerson | null, run: ImportRun): string | null {
    if (person === null) return null;
    const email = knownAddressOf(person);
    const known = this.#byEmail.get(email);
    if (known !== undefined) return known.id;
    if (this.#choice === 'skip') return null;
    const isActive = this.#choice === 'create' && this.#settings.allowed_domains.includes(domainOf(email));
    return this.#make({ email, name: person.name ?? nameFrom(email) }, isActive, run);
  }

  /** The person for rows whose author nobody knows. */
  nobody(run: ImportRun): string {
    return this.#byEmail.get(NOBODY.email)?.id ?? this.#make(NOBODY, false, run);
  }

  isDeveloper(person: IncomingPerson | null): boolean {
    return person !== null && this.#byEmail.get(knownAddressOf(person))?.role === 'developer';
  }

  #make({ email, name }: { email: string; name: string }, isActive: boolean, run: ImportRun): string {
    const id = run.newId(run.now);
    this.#byEmail.set(email, { id, role: 'user' });
    const language = this.#settings.default_language;
    run.rows.add('users', newPerson({ id, email, name }, { language, createdAt: run.now, isActive }));
    run.report.read('users');
    run.report.imported('users');
    if (!isActive && !email.endsWith('@imported.invalid'))
      run.report.repairedIn('users', 'Kwit did not know them: they sign in once a developer activates them', {
        id: email,
      });
    return id;
  }
}
