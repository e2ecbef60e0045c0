import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { UUID } from '#contract/scalars.ts';
import { type Actor, bucketAt, type Instant, isInstant, S3Prefix, StartRefused, type Work } from '#platform';
import { listAuditRows } from '#settings';

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
  const found: PastErasure[] = [];
  for (let before: string | null = null; ; ) {
    const page = await listAuditRows(work, { action: 'person.erased', actorId: null, before, limit: 500 });
    for (const { at, target_id, details } of page) {
      const { texts = false, answers = false } = JSON.parse(details);
      if (target_id !== null) found.push({ id: target_id, at, texts, answers });
    }
    const last = page.at(-1);
    if (last === undefined) return found.reverse();
    before = last.id;
  }
}

/** Adds what the list at a place of backups lacks. A folder is made when it is missing. */
export async function noteErasures(place: string, erasures: readonly PastErasure[]): Promise<void> {
  const known = new Set((await readErasures(place)).map(lineOf));
  const lines = erasures.map(lineOf).filter((line) => !known.has(line));
  if (lines.length === 0) return;
  const bucket = bucketAt(place);
  if (bucket !== null) return new S3Prefix(bucket).put(FILE, Buffer.from([...known, ...lines].join('')));
  await mkdir(place, { recursive: true, mode: 0o700 });
  await appendFile(join(place, FILE), lines.join(''), { mode: 0o600, flush: true });
}

/**
 * @param place a folder of backups, or the address of a bucket with them.
 * @throws StartRefused for a line that cannot be read: somebody who was erased might come back.
 */
export async function readErasures(place: string): Promise<PastErasure[]> {
  const bucket = bucketAt(place);
  const found = bucket === null ? await readListIn(place) : await textIn(new S3Prefix(bucket));
  return found
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
