import { hash } from 'node:crypto';
import { isHidden, isSealed, isSealedProject, type Reader, seesProject, withSight } from '#access';
import type { PeopleChoice } from '#contract/table-words.ts';
import { type LabelColor, MOST_LABELS, type Role } from '#contract/words.ts';
import { resettleDetached } from '#memory';
import { nameFrom } from '#people';
import { type Actor, domainOf, fold, mailboxOf, type Work } from '#platform';
import type { EffectiveSettings } from '#settings';
import type { ImportRun } from '../import-run.ts';
import { NOBODY, newPerson } from '../import-run.ts';
import { ImportStore } from '../import-store.ts';
import type { IncomingPerson, IncomingTicket } from './incoming-ticket.ts';
import { JoinedPersonStore } from './joined-person-store.ts';

interface Known {
  readonly id: string;
  readonly role: Role;
}

/** An address that nobody can have, the same for the same name. */
const addressFor = (name: string): string => `${hash('sha256', name).slice(0, 16)}@imported.invalid`;

export const importAddressOf = ({ email, name, account }: IncomingPerson): string =>
  email ?? addressFor(account ?? name ?? '');

/** The people of Kwit to whom those of another product come. Nobody is mailed. */
export class PeopleHere {
  readonly #choice: PeopleChoice;
  readonly #settings: EffectiveSettings;
  readonly #byEmail = new Map<string, Known>();
  /** By their ids. */
  readonly #readers = new Map<string, Reader>();
  /** Mailboxes of people who are gone: no other spelling lets them in again. */
  readonly #deactivated = new Set<string>();
  /** Addresses of nobody that were looked for, to be joined. */
  readonly #joined = new Set<string>();

  constructor(choice: PeopleChoice, settings: EffectiveSettings) {
    this.#choice = choice;
    this.#settings = settings;
  }

  /** Looks up everybody among these whom it has not met. */
  async meet(work: Work<Actor>, people: readonly IncomingPerson[]): Promise<void> {
    await this.#lookUp(work, people);
  }

  /**
   * Looks up people before rows are added. Somebody who came without an address, and has one now, becomes one person with it: who
   * they are was said later.
   */
  async meetAndJoin(work: Work<Actor>, people: readonly IncomingPerson[], run: ImportRun): Promise<void> {
    await this.#lookUp(work, people);
    const later = new Map<string, IncomingPerson>();
    for (const person of people)
      if (person.email !== null && person.account !== undefined) later.set(addressFor(person.account), person);
    const fresh = [...later.keys()].filter((address) => !this.#joined.has(address));
    for (const address of fresh) this.#joined.add(address);
    for (const without of await work.of(JoinedPersonStore).withAddress(fresh)) {
      const person = later.get(without.email);
      if (person !== undefined) await this.#join(work, without, person, run);
    }
  }

  async #join(
    work: Work<Actor>,
    without: { readonly id: string; readonly email: string; readonly name: string },
    person: IncomingPerson,
    run: ImportRun,
  ): Promise<void> {
    const email = importAddressOf(person);
    const here = this.#byEmail.get(email);
    run.report.changedIn('users', 'they came without an address, and have one now: they are one person', { id: email });
    if (here === undefined) this.#byEmail.set(email, { id: without.id, role: 'user' });
    if (run.rows.isTrial) return;
    const store = work.of(JoinedPersonStore);
    const user = here?.id ?? without.id;
    if (here === undefined) {
      const name = person.name ?? without.name;
      await store.rename({ id: user, email, name, folded: fold(name), isActive: this.#isActive(person, email) });
    } else {
      const tickets = await store.join({ from: without.id, to: user });
      await resettleDetached(work, tickets);
    }
    await store.remember({ email: without.email, user, now: run.now });
    this.#byEmail.set(without.email, { id: user, role: here?.role ?? 'user' });
  }

  async #lookUp(work: Work<Actor>, people: readonly IncomingPerson[]): Promise<void> {
    const emails = new Set([NOBODY.email, ...people.map(importAddressOf)].filter((email) => !this.#byEmail.has(email)));
    const users = await work.of(ImportStore).people([...emails]);
    for (const { id, email, role } of users) this.#byEmail.set(email, { id, role });
    for (const reader of await withSight(work, users)) this.#readers.set(reader.id, reader);
    const mailboxes = [...emails].map(mailboxOf);
    for (const mailbox of await work.of(ImportStore).deactivated(mailboxes)) this.#deactivated.add(mailbox);
  }

  /** The id of somebody, who is made when Kwit does not know them; null for nobody, and for who is skipped. */
  idOf(person: IncomingPerson | null, run: ImportRun): string | null {
    if (person === null) return null;
    const email = importAddressOf(person);
    const here = this.#byEmail.get(email);
    if (here !== undefined) return here.id;
    if (this.#choice === 'skip') return null;
    return this.#make({ email, name: person.name ?? nameFrom(email) }, this.#isActive(person, email), run);
  }

  #isActive({ isGone }: IncomingPerson, email: string): boolean {
    const isAllowed = this.#settings.allowed_domains.includes(domainOf(email));
    return this.#choice === 'create' && isAllowed && isGone !== true && !this.#deactivated.has(mailboxOf(email));
  }

  /** The person for rows whose author nobody knows. */
  nobody(run: ImportRun): string {
    return this.#byEmail.get(NOBODY.email)?.id ?? this.#make(NOBODY, false, run);
  }

  /** Whether a project keeps its tickets from somebody. */
  isKeptFrom(user: string | null, project: string | null, projects: ProjectsHere): boolean {
    return user !== null && project !== null && projects.isClosedTo(project, this.#readers.get(user));
  }

  isDeveloper(person: IncomingPerson | null): boolean {
    return person !== null && this.#byEmail.get(importAddressOf(person))?.role === 'developer';
  }

  #make({ email, name }: { email: string; name: string }, isActive: boolean, run: ImportRun): string {
    const id = run.newId(run.now);
    this.#byEmail.set(email, { id, role: 'user' });
    const language = this.#settings.default_language;
    run.record({ thing: { type: 'user', id }, field: 'created', new: true });
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

/** Why a ticket does not get a label that it had; null when it gets it. */
export type LabelRefusal = 'full' | 'other project';

export class LabelsHere {
  readonly #byName: Map<string, { readonly id: string; readonly projectId: string | null }>;

  constructor(labels: Awaited<ReturnType<ImportStore['labels']>>) {
    this.#byName = new Map(
      labels.map(({ id, folded_name, project_id: projectId }) => [folded_name, { id, projectId }]),
    );
  }

  /** The id of a label, which is made when Kwit has none of that name. Then it has this colour. */
  idOf(
    name: string,
    { projectId, color }: { readonly projectId: string | null; readonly color: LabelColor },
    run: ImportRun,
  ): string | { readonly refusal: LabelRefusal } {
    const folded = fold(name);
    const label = this.#byName.get(folded);
    if (label !== undefined)
      return label.projectId === null || label.projectId === projectId ? label.id : { refusal: 'other project' };
    if (this.#byName.size >= MOST_LABELS) return { refusal: 'full' };
    const id = run.newId(run.now);
    this.#byName.set(folded, { id, projectId: null });
    run.record({ thing: { type: 'label', id, name }, field: 'created', new: true });
    run.rows.add('labels', {
      id,
      name,
      folded_name: folded,
      color,
      project_id: null,
      archived: false,
      created_at: run.now,
    });
    run.report.read('labels');
    run.report.imported('labels');
    return id;
  }
}

const COLOR = '#6B7280';

export class ProjectsHere {
  readonly #byName = new Map<string, string>();
  readonly #sealed = new Set<string>();

  /** Looks up those of these names that it does not know. Projects of which who imports may not know are not there. */
  async meet(work: Work<Actor>, names: readonly string[]): Promise<void> {
    const newNames = [...new Set(names)].filter((name) => !this.#byName.has(name));
    for (const project of await work.of(ImportStore).projects(newNames)) {
      if (isSealedProject(project)) this.#sealed.add(project.id);
      if (work.actor === null || !isHidden(work.actor, project.id)) this.#byName.set(project.name, project.id);
    }
  }

  /** Whether a project keeps its tickets from somebody. @param reader undefined for a person whom the import makes. */
  isClosedTo(project: string, reader: Reader | undefined): boolean {
    if (reader === undefined) return this.#sealed.has(project);
    return isSealed(reader, project) && !seesProject(reader, project);
  }

  /** The id of a project, which is made when Kwit has none of that name. */
  idOf(name: string | null, run: ImportRun): string | null {
    if (name === null) return null;
    const project = this.#byName.get(name);
    if (project !== undefined) return project;
    const id = run.newId(run.now);
    this.#byName.set(name, id);
    run.record({ thing: { type: 'project', id, name }, projectId: id, field: 'created', new: true });
    run.rows.add('projects', {
      id,
      name,
      description: null,
      color: COLOR,
      icon_filename: null,
      icon_type: null,
      created_at: run.now,
    });
    run.report.read('projects');
    run.report.imported('projects');
    return id;
  }
}

export function peopleNamedIn(ticket: IncomingTicket): IncomingPerson[] {
  const { reporter, assignee, answer } = ticket;
  const others = [...ticket.comments.map(({ author }) => author), ...ticket.moves.map(({ by }) => by)];
  const files = ticket.files.map(({ by }) => by);
  const all = [reporter, assignee, answer?.author, ...others, ...files, ...(ticket.participants ?? [])];
  return all.filter((person) => person !== null && person !== undefined);
}

/** A ticket's people and project here. A person whom its project keeps from it is not assigned. */
export function namedHere(
  { run, people, projects }: { readonly run: ImportRun; readonly people: PeopleHere; readonly projects: ProjectsHere },
  { reporter, assignee, project, participants = [] }: IncomingTicket,
) {
  const projectId = projects.idOf(project, run);
  const reporterId = people.idOf(reporter, run) ?? people.nobody(run);
  const assigneeId = people.idOf(assignee, run);
  const isAdded = participants.some((person) => people.idOf(person, run) === assigneeId);
  const isBlind = !isAdded && people.isKeptFrom(assigneeId, projectId, projects);
  return { projectId, reporterId, assigneeId: isBlind ? null : assigneeId, isBlind };
}
