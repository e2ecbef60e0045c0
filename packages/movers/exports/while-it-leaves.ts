import { Readable } from 'node:stream';
import { seesProject } from '#access';
import { Failure, isDeveloper, type Person } from '#platform';

/** The head of an answer that a browser keeps as a file. @param type of its content. */
export const fileHeaders = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
});

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** How many bytes leave before rights are read anew. */
const PIECE = 128 * 1024;

/** The person who takes something along, and a way to read anew who they are. */
interface Taker {
  readonly person: Person;
  confirmRights(): Promise<void>;
}

/**
 * A download, in pieces, each only while its reader reads no less than when it began
 * (docs/rules/access.md#while-a-download-runs). Otherwise it ends with an error, and so does the connection.
 *
 * @param content comes a piece at a time. @param confirm throws when, for another reason, nothing more may leave.
 */
export function leaving(
  taker: Taker,
  content: AsyncIterable<string | Uint8Array>,
  confirm: () => Promise<void> = async () => {},
): Readable {
  const begun = taker.person;
  const pieces = async function* () {
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk as Uint8Array);
      for (let at = 0; at < bytes.length; at += PIECE) {
        await taker.confirmRights();
        if (seesLess(taker.person, begun)) throw seesLessNow();
        await confirm();
        yield bytes.subarray(at, at + PIECE);
      }
    }
  };
  return Readable.from(pieces(), { objectMode: false });
}

/** Whether a person is no developer any more, or has lost a sealed project. */
function seesLess(now: Person, before: Person): boolean {
  if (isDeveloper(before) && !isDeveloper(now)) return true;
  const projects = [...before.sight.projects.keys(), ...now.sight.projects.keys()];
  return projects.some((id) => seesProject(before, id) && !seesProject(now, id));
}

export const seesLessNow = () =>
  new Failure('forbidden', { message: 'You no longer read everything that this has. Ask for it anew.' });
