import { OPEN_SIGHT } from '#access';
import { addAttachments, closureSummaryOf, postComment } from '#conversation';
import { noteQuestions, voteOnAnswer } from '#memory';
import { addDeveloper, changeProfile, permitSignInChange, startSession } from '#people';
import { Tokens } from '#people/serving';
import {
  DAY,
  type Database,
  type FileStore,
  HOUR,
  instant,
  type Operation,
  type Person,
  type Runner,
  type Secrets,
  type SettingsSource,
} from '#platform';
import { changeSettings, readSettings } from '#settings';
import { addProject, addTemplate, changeTicket, findTicket, holdToSay, markSolvedBy, openTicket } from '#tickets';
import type { Status } from '../contract/words.ts';
import { runnerOn } from '../server/runner.ts';
import { ANSWERED } from './answered.ts';
import { CURRENT } from './current.ts';
import { DemoClock } from './demo-clock.ts';
import { keepText } from './keep-text.ts';
import { type DemoName, type DemoProject, PEOPLE, PROJECTS } from './people.ts';
import { REPEATED } from './repeated.ts';
import type { Said, Story } from './story.ts';
import { TEMPLATES } from './templates.ts';

interface DemoParts {
  readonly database: Database;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly source: SettingsSource;
  readonly now: number;
}

/** Fills an empty Kwit with a team and its tickets, through the operations that requests run. */
export async function fill(parts: DemoParts): Promise<void> {
  await new Demonstration(parts).play();
}

class Demonstration {
  readonly #parts: DemoParts;
  readonly #clock: DemoClock;
  readonly #runner: Runner;
  readonly #people = new Map<DemoName, Person>();
  readonly #projects = new Map<DemoProject, string>();
  readonly #tickets = new Map<string, { id: string; number: number }>();

  constructor(parts: DemoParts) {
    this.#parts = parts;
    this.#clock = new DemoClock(parts.now - 60 * DAY);
    this.#runner = runnerOn(parts.database, this.#clock);
  }

  async play(): Promise<void> {
    for (const name of Object.keys(PEOPLE) as DemoName[]) await this.#signIn(name);
    const { source } = this.#parts;
    await this.#as('ewa', (work) =>
      changeSettings(work, source, { share_closure_summaries: true }, permitSignInChange),
    );
    for (const [key, project] of Object.entries(PROJECTS)) {
      const { id } = await this.#as('ewa', (work) => addProject(work, project));
      this.#projects.set(key as DemoProject, id);
    }
    for (const { project, ...draft } of TEMPLATES) {
      await this.#as('ewa', (work) => addTemplate(work, { ...draft, project_id: this.#projects.get(project) ?? null }));
    }
    const steps = [...ANSWERED, ...REPEATED, ...CURRENT]
      .flatMap((story) => this.#steps(story))
      .sort((a, b) => a.at - b.at);
    for (const { at, play } of steps) {
      this.#clock.moveTo(at);
      await play();
    }
    await this.#markAllSent();
  }

  async #signIn(name: DemoName): Promise<void> {
    const { email, name: fullName, language, developer } = PEOPLE[name];
    const { source, secrets } = this.#parts;
    const nobody = { actor: null, correlationId: 'demo', source: 'demo' };
    if (developer) await this.#runner.write(nobody, (work) => addDeveloper(work, source, email));
    const tokens = new Tokens(secrets.jwtSecret, HOUR);
    const { user } = await this.#runner.write(nobody, async (work) =>
      startSession(work, {
        tokens,
        settings: await readSettings(work, source),
        email,
        language,
        client: 'demo',
        userAgent: null,
      }),
    );
    const person = { id: user.id, email, name: fullName, role: user.role, language, sight: OPEN_SIGHT };
    this.#people.set(name, { ...person, credential: { kind: 'session', id: '' } });
    await this.#as(name, (work) => changeProfile(work, { name: fullName }));
  }

  /** The steps of a story, each with its moment: it is reported, taken on, discussed, answered. */
  #steps(story: Story): { at: number; play: () => Promise<void> }[] {
    const start = this.#parts.now - story.daysAgo * DAY - 3 * HOUR;
    const interval = Math.min(5 * HOUR, (story.daysAgo * DAY) / 10 + HOUR / 4);
    let id = '';
    const steps: (() => Promise<void>)[] = [
      async () => {
        id = await this.#report(story);
      },
    ];
    if (story.to) steps.push(() => this.#take(story, id));
    for (const said of story.said ?? []) steps.push(() => this.#say(said, id));
    if (story.solvedBy) steps.push(() => this.#markSolvedBy(story, id));
    const { by, status, answer, reopened } = story;
    if (status) steps.push(() => this.#move(story, id, status, answer));
    if (reopened) {
      steps.push(() => this.#say({ by, text: reopened.text }, id));
      steps.push(() => this.#move(story, id, 'in_progress'));
      if (reopened.answer) steps.push(() => this.#move(story, id, 'closed', reopened.answer));
    }
    return steps.map((play, index) => ({ at: start + index * interval, play }));
  }

  async #report({ by, title, text, category, urgency, project, file }: Story): Promise<string> {
    const { id, number } = await this.#as(by, (work) =>
      openTicket(work, {
        title,
        description: text,
        category,
        urgency_reporter: urgency ?? 'normal',
        project_id: this.#projects.get(project) ?? null,
      }),
    );
    this.#tickets.set(title, { id, number });
    if (file) {
      const stored = await keepText(this.#parts.files, file);
      await this.#as(by, async (work) => addAttachments(work, await holdToSay(work, id), [stored]));
    }
    await this.#as(by, noteQuestions);
    return id;
  }

  #say({ by, text, internal }: Said, id: string): Promise<void> {
    return this.#as(by, async (work) => {
      await postComment(work, await findTicket(work, id), { content: text, is_internal: internal === true });
    });
  }

  async #markSolvedBy({ by, to, solvedBy = '' }: Story, id: string): Promise<void> {
    const earlier = this.#tickets.get(solvedBy);
    if (earlier === undefined) throw new Error(`No story is called ${solvedBy}.`);
    await this.#as(to ?? 'ewa', (work) => markSolvedBy(work, id, earlier.number));
    await this.#as(by, async (work) => {
      const answer = await closureSummaryOf(work, earlier.id);
      if (answer === undefined) throw new Error(`${solvedBy} has no answer.`);
      await voteOnAnswer(work, answer, { helped: true, ticket_id: id });
    });
  }

  async #take({ to, priority, hours, due }: Story, id: string): Promise<void> {
    const assignee = to && this.#people.get(to)?.id;
    const day = due === undefined ? this.#clock.now() + 7 * DAY : this.#parts.now + due * DAY;
    const planned = instant(day).slice(0, 10);
    const changes = {
      assignee_id: assignee ?? null,
      priority: priority ?? 'normal',
      planned_date: planned,
      ...(hours ? { estimated_hours: hours } : {}),
    };
    await this.#as(to ?? 'ewa', (work) => changeTicket(work, id, changes, null));
  }

  async #move({ to, question }: Story, id: string, status: Status, answer?: string): Promise<void> {
    const about = { ...(question ? { closure_question: question } : {}), closure_shared: true };
    const closing = answer ? { closure_summary: answer, ...about } : {};
    await this.#as(to ?? 'ewa', (work) => changeTicket(work, id, { status, ...closing }, null));
  }

  /** Marks all events as sent: nobody is to get mail about the past. */
  async #markAllSent(): Promise<void> {
    await this.#parts.database.write((connection) => {
      const { builder } = connection.dialect;
      const update = builder.updateTable('event_outbox').set((eb) => ({
        status: 'sent',
        next_attempt_at: null,
        routed_at: eb.ref('occurred_at'),
        processed_at: eb.ref('occurred_at'),
      }));
      return connection.run(update.compile());
    });
  }

  #as<T>(name: DemoName, operation: Operation<T>): Promise<T> {
    const actor = this.#people.get(name);
    if (actor === undefined) throw new Error(`${name} has not signed in yet.`);
    return this.#runner.write({ actor, correlationId: 'demo', source: 'demo' }, operation);
  }
}
