import type { Priority, Status } from '#contract/words.ts';
import { fold } from '#platform';
import { ImportRefused } from '../import-report.ts';
import type { SourceAccount } from '../incoming/accounts.ts';
import { nameFromParts, placeOfNormal, priorityAt, type Shortage } from '../incoming/source-parts.ts';
import { type Meanings, meaningsIn } from '../jira/jira-words.ts';
import { asRow, asRows, idIn, type JsonRow, listIn, textIn } from '../json-rows.ts';
import type { RestFolder } from '../rest/rest-folder.ts';

export const readIssue = async (folder: RestFolder, id: number): Promise<JsonRow> =>
  asRow(asRow(await folder.read(`issues/${id}.json`)).issue);

/** Statuses that every Redmine begins with, in the languages in which it makes them. Closed ones are told by Redmine. */
const STATUS_WORDS = meaningsIn<Status>({
  submitted: 'New, Nowy, Nowe, Neu, Nueva, Nuevo, Nouveau, Nový, Новий, Новый',
  in_progress: `
    In Progress, W toku, In Bearbeitung, En curso, En cours, Přiřazený, В процесі, В работе,
    Resolved, Rozwiązany, Rozwiązane, Gelöst, Resuelta, Résolu, Vyřešený, Вирішено, Решена`,
  waiting: 'Feedback, Odpowiedź, Comentarios, Commentaire, Čeká se, Зворотний зв’язок, Обратная связь',
});

/** Somebody without an account, as Redmine calls them in its languages. */
const ANONYMOUS = /^(?:anon[iy]m|anónim|anôni|анон[іи]м)/iu;

/**
 * Reads what has to be known of a whole Redmine before one of its issues can be read.
 *
 * @throws ImportRefused for a folder of anything else, and naming every status that nobody knows.
 */
export async function readRedmineFacts(folder: RestFolder, meanings: Meanings) {
  const rowsOf = async (name: string, list: string) => listIn(await folder.readCounted(name), name, list);
  /** A list in one file, or in one for each page. */
  const pagesIn = async (form: RegExp, list: string) => {
    const pages = (await folder.names('', form)).map((name) => rowsOf(name, list));
    return (await Promise.all(pages)).flat();
  };
  const me = asRow(asRow(await folder.readCounted('users/current.json')).user);
  const statuses = await rowsOf('issue_statuses.json', 'issue_statuses');
  const lists = await folder.names('', /^issues-\d+\.json$/);
  if (idIn(me) === null || statuses.length === 0 || lists.length === 0)
    throw new ImportRefused(
      `${folder.path} has no answers of Redmine: users/current.json, issue_statuses.json and issues-0000.json are needed.`,
    );
  const issues = new Set<number>();
  for (const name of lists) {
    const page = await folder.readCounted(name);
    for (const { id } of listIn(page, name, 'issues')) issues.add(Number(id));
  }
  const users = await pagesIn(/^users(?:-locked)?(?:-\d+)?\.json$/, 'users');
  const priorities = await rowsOf('enumerations/issue_priorities.json', 'issue_priorities');
  const seen = await lookThrough(folder, issues);
  const shortages = [...(await shortagesOf(folder, me.admin === true)), ...seen.absent.map(absentIssue)];
  const groups = new Map((await rowsOf('groups.json', 'groups')).map((group) => [idIn(group) ?? '', nameIn(group)]));
  const accounts = new Map([...users, me].map((user) => [idIn(user) ?? '', accountOf(user)]));
  return {
    statuses: statusesOf(statuses, seen.statuses, meanings),
    priorities: prioritiesOf(priorities, meanings),
    ...peopleOf(accounts, groups, seen),
    ...projectsOf(await pagesIn(/^projects(?:-\d+)?\.json$/, 'projects')),
    shortages,
    /** Lowest first. */
    issues: new Set([...issues].filter((id) => !seen.absent.includes(id)).sort((a, b) => a - b)),
    /** Whether the answers tell which notes are private: they do since version 3.3. */
    tellsPrivateNotes: seen.tellsPrivateNotes,
    notes: seen.notes,
    /** The address of the site; null where no file tells it. */
    site: seen.site,
    isAdmin: me.admin === true,
  };
}
export type RedmineFacts = Awaited<ReturnType<typeof readRedmineFacts>>;

const nameIn = (row: JsonRow): string => textIn(row, 'name') ?? '';

const accountOf = (user: JsonRow): SourceAccount => ({
  name: nameFromParts(user),
  login: textIn(user, 'login'),
  email: textIn(user, 'mail'),
  isGone: user.status !== undefined && user.status !== 1,
});

/** Lists that Redmine gives to administrators alone. */
const FOR_ADMINS = /\/(?:users|groups)\.json/;

/** Lists of which each page has how many rows there are in all. */
const LISTS = { users: 'users', 'users-locked': 'users', projects: 'projects', issues: 'issues' } as const;

/** The answers that were refused, and the rows that lists announce beyond what they give. */
async function shortagesOf(folder: RestFolder, isAdmin: boolean): Promise<Shortage[]> {
  const shortages = folder.shortages.filter(({ place }) => isAdmin || !FOR_ADMINS.test(place));
  for (const [name, list] of Object.entries(LISTS)) {
    const rows = new Set<string | null>();
    let announced = 0;
    for (const page of await folder.names('', new RegExp(`^${name}(?:-\\d+)?\\.json$`))) {
      const answer = asRow(await folder.read(page));
      announced = Math.max(announced, Number(answer.total_count ?? 0));
      for (const row of asRows(answer[list])) rows.add(idIn(row));
    }
    const reason = `${announced} are announced, and ${rows.size} given`;
    const of = list === 'issues' ? 'tickets' : list;
    if (announced > rows.size) shortages.push({ of, place: name, reason, lost: announced - rows.size });
  }
  return shortages;
}

const absentIssue = (id: number): Shortage => ({
  of: 'tickets',
  place: `#${id}`,
  reason: 'it is in the list, and was not given',
  lost: 1,
});

/** Gathers what issues name: people, statuses, the site. */
async function lookThrough(folder: RestFolder, issues: Iterable<number>) {
  const seen = {
    /** Issues of the list that were not given. */
    absent: [] as number[],
    /** People who have done something: groups never do. */
    actors: new Map<string, string>(),
    assignees: new Map<string, string>(),
    statuses: new Set<string>(),
    tellsPrivateNotes: false,
    notes: 0,
    site: null as string | null,
  };
  const note = (people: Map<string, string>, person: unknown) => {
    const id = idIn(asRow(person));
    if (id !== null) people.set(id, nameIn(asRow(person)));
  };
  for (const id of issues) {
    const issue = asRow(asRow(await folder.readCounted(`issues/${id}.json`)).issue);
    if (idIn(issue) !== String(id)) {
      seen.absent.push(id);
      continue;
    }
    seen.statuses.add(idIn(asRow(issue.status)) ?? '');
    note(seen.actors, issue.author);
    note(seen.assignees, issue.assigned_to);
    for (const watcher of asRows(issue.watchers)) note(seen.assignees, watcher);
    for (const journal of asRows(issue.journals)) {
      note(seen.actors, journal.user);
      seen.tellsPrivateNotes ||= 'private_notes' in journal;
      if (textIn(journal, 'notes')?.trim()) seen.notes += 1;
    }
    for (const file of asRows(issue.attachments)) {
      note(seen.actors, file.author);
      seen.site ??= /^(https?:\/\/.+?)\/attachments\//.exec(textIn(file, 'content_url') ?? '')?.[1] ?? null;
    }
  }
  return seen;
}

/** @throws ImportRefused naming every status that nobody knows. */
function statusesOf(rows: readonly JsonRow[], used: ReadonlySet<string>, meanings: Meanings): Map<string, Status> {
  const unknown: string[] = [];
  const statuses = rows.map((row): [string, Status] => {
    const [id, name] = [idIn(row) ?? '', nameIn(row)];
    const said = meanings.get(`status.${name}`) as Status | undefined;
    const meant = said ?? (row.is_closed === true ? 'closed' : STATUS_WORDS.get(fold(name)));
    if (meant === undefined && used.has(id)) unknown.push(name);
    return [id, meant ?? 'submitted'];
  });
  if (unknown.length > 0)
    throw new ImportRefused(
      `These statuses of Redmine are open, and nobody knows what they mean. Say it of each: submitted, verified, in_progress, waiting or blocked.\n  ${unknown.map((word) => `--map "status.${word}=in_progress"`).join(' ')}`,
    );
  return new Map(statuses);
}

/** The one that Redmine gives. One that is inactive there stands among the others still. */
function placeOfUsual(all: readonly JsonRow[]): number {
  const byDefault = all.findIndex((row) => row.is_default === true);
  return byDefault >= 0 ? byDefault : placeOfNormal(all.map(nameIn));
}

/** By their places beside the usual one, for their names are in any language. */
function prioritiesOf(all: readonly JsonRow[], meanings: Meanings): Map<string, Priority> {
  const usual = placeOfUsual(all);
  const meant = (row: JsonRow) => meanings.get(`priority.${nameIn(row)}`) as Priority | undefined;
  return new Map(all.map((row, place) => [idIn(row) ?? '', meant(row) ?? priorityAt(place - usual)]));
}

/** People who have no account any more have names alone; who never did anything and has none is a group. */
function peopleOf(
  accounts: Map<string, SourceAccount>,
  groups: Map<string, string>,
  { actors, assignees }: Awaited<ReturnType<typeof lookThrough>>,
) {
  const stranger = (name: string): SourceAccount => ({ name, login: null, email: null, isGone: true });
  for (const [id, name] of actors) if (!accounts.has(id) && !ANONYMOUS.test(name)) accounts.set(id, stranger(name));
  for (const [id, name] of assignees)
    if (!accounts.has(id) && !ANONYMOUS.test(name) && !groups.has(id)) groups.set(id, name);
  return {
    accounts,
    /** Names of what works on issues and is no person. */
    groups,
  };
}

/** Names of projects by their ids. Two with one name are each called with the one above it. */
function projectsOf(rows: readonly JsonRow[]) {
  const counts = Map.groupBy(rows, nameIn);
  const called = (row: JsonRow): string => {
    const above = nameIn(asRow(row.parent));
    return (counts.get(nameIn(row))?.length ?? 0) > 1 && above !== '' ? `${above} / ${nameIn(row)}` : nameIn(row);
  };
  return {
    projects: new Map(rows.map((row) => [idIn(row) ?? '', called(row)])),
    /** Projects in which nobody writes any more. */
    closedProjects: rows.filter(({ status }) => status !== undefined && status !== 1).map(called),
  };
}
