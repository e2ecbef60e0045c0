import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { UUID } from '#contract/words.ts';
import { recordEvent } from '#events';
import { indexSolved, indexTicket } from '#memory';
import { countDevelopers, findUser, forgetDeveloperAddress, type StoredUser, withoutOrphans } from '#people';
import {
  type Actor,
  bucketAt,
  type Config,
  Failure,
  type FileStore,
  fold,
  type Instant,
  isInstant,
  type Runner,
  S3Prefix,
  type SettingsSource,
  StartRefused,
  type Work,
} from '#platform';
import { listAuditRows, recordAudit } from '#settings';
import { forgetInReports } from '../imports/import-run.ts';
import { PersonDataStore } from './person-data-store.ts';
import { PersonTextStore, type TicketWords } from './person-text-store.ts';

/** Parts that are erased besides the person's name, address and picture. */
export interface ErasureMode {
  /** Their reports, comments and files. */
  readonly texts: boolean;
  /** The answers with which they closed tickets, too. */
  readonly answers: boolean;
}

/**
 * Erases a person (docs/rules/moving.md#erasure). Their tickets and comments stay, as those of a person without a name. The audit
 * keeps who was erased, when and by whom, by ids alone.
 *
 * @returns the stored names of the files that no row names now: they are removed after the commit.
 * @throws Failure `user_not_found`, `last_developer`, `would_be_orphaned`.
 */
export async function erasePerson(
  work: Work<Actor>,
  source: SettingsSource,
  id: string,
  mode: ErasureMode,
): Promise<string[]> {
  await work.lock('roles');
  const person = await findUser(work, id);
  if (person === undefined) throw new Failure('user_not_found');
  const isDeveloper = person.role === 'developer' && person.is_active === 1 && person.last_login !== null;
  if (isDeveloper && (await countDevelopers(work)) === 1) throw new Failure('last_developer');
  return withoutOrphans(work, () => eraseHeld(work, source, person, mode));
}

async function eraseHeld(work: Work<Actor>, source: SettingsSource, person: StoredUser, mode: ErasureMode) {
  const { id } = person;
  await forgetDeveloperAddress(work, source, person.email);
  await unassign(work, person);
  await work.of(PersonDataStore).dropTraces(id, person.email);
  await forgetInReports(work, [person.email, person.name]);
  const mails = await work.of(PersonDataStore).dropMails(id, person.email, mode.texts);
  await indexAnew(work, mails.tickets);
  const removed = await work.of(PersonDataStore).removedFiles(id);
  await work.of(PersonDataStore).eraseByInventory(id);
  const files = [...mails.files, ...removed, ...(mode.texts ? await eraseTexts(work, id, mode.answers) : [])];
  const name = `Erased person ${id.slice(-4)}`;
  await work.of(PersonDataStore).anonymise(id, { name, folded_name: fold(name), email: `erased-${id}@kwit.invalid` });
  await recordAudit(work, 'person.erased', id, { ...mode });
  return person.avatar_filename === null ? files : [...files, person.avatar_filename];
}

/** Open tickets that the person works on are for others to take. */
async function unassign(work: Work<Actor>, { id: person }: StoredUser): Promise<void> {
  for (const ticket of await work.of(PersonDataStore).assigned({ id: person })) {
    const by = work.actor?.id ?? null;
    await work.of(PersonDataStore).unassign({ ticket: ticket.id, now: work.now, id: work.newId(), from: person, by });
    await recordEvent(work, ticket, 'ticket.updated', {
      changed: ['assignee_id'],
      internal: { new_assignee_id: null },
    });
  }
}

async function eraseTexts(work: Work<Actor>, id: string, answers: boolean): Promise<string[]> {
  const files = await work.of(PersonTextStore).erase(id, answers);
  await indexAnew(work, await work.of(PersonTextStore).touched({ id }));
  return files;
}

async function indexAnew(work: Work<Actor>, tickets: readonly TicketWords[]): Promise<void> {
  for (const ticket of tickets) {
    await indexTicket(work, ticket);
    await indexSolved(work, ticket.id, ticket.number);
  }
}

/** That somebody was erased, by their id alone. */
export interface PastErasure {
  readonly id: string;
  readonly at: Instant;
  /** Their reports, comments and files, too. */
  readonly texts: boolean;
  /** And the answers with which they closed tickets. */
  readonly answers: boolean;
}

/** Stands beside the backups, so that restoring an older one does not bring back who was erased since. */
const FILE = 'erasures.ndjson';

const ID = new RegExp(UUID);

/** Every erasure that the audit knows, oldest first. */
export async function erasuresOf(work: Work<Actor>): Promise<PastErasure[]> {
  const erasures: PastErasure[] = [];
  for (let before: string | null = null; ; ) {
    const page = await listAuditRows(work, { action: 'person.erased', actorId: null, before, limit: 500 });
    for (const { at, target_id, details } of page) {
      const { texts = false, answers = false } = JSON.parse(details);
      if (target_id !== null) erasures.push({ id: target_id, at, texts, answers });
    }
    const last = page.at(-1);
    if (last === undefined) return erasures.reverse();
    before = last.id;
  }
}

/** Adds what the list at a place of backups lacks. A folder is made when it is missing. */
export async function noteErasures(place: string, erasures: readonly PastErasure[]): Promise<void> {
  const noted = new Set((await readErasures(place)).map(lineOf));
  const lines = erasures.map(lineOf).filter((line) => !noted.has(line));
  if (lines.length === 0) return;
  const bucket = bucketAt(place);
  if (bucket !== null) return new S3Prefix(bucket).put(FILE, Buffer.from([...noted, ...lines].join('')));
  await mkdir(place, { recursive: true, mode: 0o700 });
  await appendFile(join(place, FILE), lines.join(''), { mode: 0o600, flush: true });
}

/**
 * @param place a folder of backups, or the address of a bucket with them.
 * @throws StartRefused for a line that cannot be read: somebody who was erased might come back.
 */
export async function readErasures(place: string): Promise<PastErasure[]> {
  const bucket = bucketAt(place);
  const lines = bucket === null ? await readListIn(place) : await textIn(new S3Prefix(bucket));
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line, index) => readLine(line, `${FILE} at ${place}, line ${index + 1}`));
}

const readListIn = (folder: string): Promise<string> =>
  readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

async function textIn(bucket: S3Prefix): Promise<string> {
  const file = await bucket.open(FILE);
  return file === null ? '' : text(file.stream);
}

const lineOf = ({ id, at, texts, answers }: PastErasure): string => `${JSON.stringify({ id, at, texts, answers })}\n`;

function readLine(line: string, where: string): PastErasure {
  try {
    const erasure = JSON.parse(line);
    if (ID.test(erasure.id) && isInstant(erasure.at) && lineOf(erasure).trimEnd() === line) return erasure;
  } catch {
    // The refusal below says it.
  }
  throw new StartRefused(`${where} cannot be read. It names somebody who was erased: mend it, or remove the line.`);
}

export interface ErasureParts {
  readonly runner: Runner;
  readonly files: FileStore;
  readonly config: Pick<Config, 'backupDir'>;
}

/**
 * Finishes an erasure that is committed: its files go, no byte is left in the database's own files, and the backups
 * know of it, so that restoring an older one repeats it.
 *
 * @param removed the stored names of the files that no row names any more.
 */
export async function finishErasure(
  { runner, files, config }: ErasureParts,
  removed: readonly string[],
): Promise<void> {
  for (const name of removed) await files.remove(name);
  await runner.compact();
  if (config.backupDir === null) return;
  const context = { actor: null, correlationId: 'erasure', source: 'erasure' };
  await noteErasures(config.backupDir, await runner.read(context, erasuresOf));
}
