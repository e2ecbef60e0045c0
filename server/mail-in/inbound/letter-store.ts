import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { sql } from 'kysely';
import { type Actor, compiled, tableStore, upsertInto, type Work } from '#platform';
import type { SentMail } from '../reading/author-text.ts';

/** The letters that Kwit mailed to people about tickets, to recognise them where answers quote them (docs/rules/mail-in.md#text). */

/** So many letters of a token are kept, the newest. */
const LETTERS = 12;

const put = upsertInto('sent_letters');
const ofToken = compiled((db, p: { token: string }) =>
  db.selectFrom('sent_letters').select('letter').where('token', '=', p.token).orderBy('n', 'desc'),
);
const prune = compiled(
  (_, p: { token: string }) => sql`delete from sent_letters where token = ${p.token} and n not in (
    select n from sent_letters where token = ${p.token} order by n desc limit ${sql.lit(LETTERS)})`,
);

class LetterStore extends tableStore('sent_letters', 'token') {
  readonly put = this.changes(put);
  readonly ofToken = this.all(ofToken);
  readonly prune = this.changes(prune);
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const packed = ({ text, html }: SentMail): string =>
  brotliCompressSync(JSON.stringify({ text, html }), QUALITY).toString('base64');
const unpacked = (letter: string): SentMail =>
  JSON.parse(brotliDecompressSync(Buffer.from(letter, 'base64')).toString());

export async function keepLetter(work: Work<Actor>, token: string, n: number, letter: SentMail): Promise<void> {
  await work.of(LetterStore).put({ token, n, sent_at: work.now, letter: packed(letter) });
  await work.of(LetterStore).prune({ token });
}

/** The letters of a token that are kept, newest first. */
export const sentLettersOf = async (work: Work<Actor>, token: string): Promise<SentMail[]> =>
  (await work.of(LetterStore).ofToken({ token })).map(({ letter }) => unpacked(letter));
