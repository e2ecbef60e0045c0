import { sql } from 'kysely';
import { BUG_TEXTS, LONG_TEXTS } from '#contract/words.ts';
import { compiled, Store } from '#platform';

/** Stands in the place of a text that was erased. */
export const ERASED = '[erased]';

type Person = { readonly id: string };

const own = (p: Person) => sql`select id from tickets where reporter_id = ${p.id}`;

const questions = compiled(
  (_, p: Person) =>
    sql`delete from questions_asked where question in (select title from tickets where reporter_id = ${p.id})`,
);

const history = compiled(
  (_, p: Person) => sql`update ticket_history set old_value = null, new_value = null
    where (user_id = ${p.id} or ticket_id in (${own(p)})) and (field like 'fields.%' or field in (${sql.join(
      ['title', ...LONG_TEXTS, 'attachment_removed'].map((name) => sql.lit(name)),
    )}))`,
);

/** No undo brings back what was erased. */
const lines = compiled(
  (_, p: Person) => sql`update act_lines
    set old_value = null, new_value = null, before = null, thing_name = null, is_undoable = false
    where (ticket_id in (${own(p)}) or act_id in (select id from acts where actor_id = ${p.id}))
      and (field like 'fields.%' or field in (${sql.join(
        ['title', ...LONG_TEXTS, 'external_references'].map((name) => sql.lit(name)),
      )}))`,
);

const fields = compiled(
  (_, p: Person) => sql`delete from field_values where ticket_id in (${own(p)})
    and field_id in (select id from fields where kind in ('text', 'url'))`,
);

const tasks = compiled(
  (_, p: Person) => sql`update dev_tasks set title = ${sql.lit(ERASED)}, description = null
    where user_id = ${p.id} or created_by = ${p.id} or ticket_id in (${own(p)})`,
);

const tickets = compiled(
  (_, p: Person) => sql`update tickets set title = ${sql.lit(ERASED)}, description = ${sql.lit(ERASED)},
    ${sql.join(BUG_TEXTS.map((name) => sql`${sql.ref(name)} = null`))}
    where reporter_id = ${p.id}`,
);

/** A note says nowhere who wrote it, but the history says who changed it last. */
const notes = compiled(
  (_, p: Person) => sql`update tickets set internal_note = null where internal_note is not null and (
    select user_id from ticket_history where ticket_id = tickets.id and field = 'internal_note'
    order by id desc limit 1) = ${p.id}`,
);

const edits = compiled(
  (_, p: Person) => sql`delete from comment_edits
    where edited_by = ${p.id} or comment_id in (select id from comments where user_id = ${p.id})`,
);

const comments = compiled(
  (_, p: Person) => sql`update comments set content = ${sql.lit(ERASED)}
    where user_id = ${p.id} and is_closure_summary = false`,
);

const summaries = compiled(
  (_, p: Person) => sql`update comments set content = ${sql.lit(ERASED)}
    where user_id = ${p.id} and is_closure_summary = true`,
);

/** A question is prefilled with the title of its ticket, and other words are chosen from the report. */
const answeredQuestions = compiled(
  (_, p: Person) => sql`update answers set question = null, found_by = '[]' where reporter_id = ${p.id}`,
);
const ownQuestions = compiled(
  (_, p: Person) => sql`update answers set question = null, found_by = '[]'
    where comment_id in (select id from comments where user_id = ${p.id})`,
);

const references = compiled((db, p: Person) => db.deleteFrom('external_references').where('created_by', '=', p.id));

const files = compiled((db, p: Person) =>
  db.selectFrom('attachments').select('filename').where('uploaded_by', '=', p.id).orderBy('id'),
);
const dropFiles = compiled((db, p: Person) => db.deleteFrom('attachments').where('uploaded_by', '=', p.id));

const words = compiled((db, p: Person) => db.deleteFrom('report_words').where('reporter_id', '=', p.id));

/** A ticket whose words are indexed anew. */
export interface TicketWords {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly reporter_id: string;
}

const touched = compiled(
  (_, p: Person) => sql<TicketWords>`
    select id, number, title, description, reporter_id from tickets
    where reporter_id = ${p.id} or id in (select ticket_id from comments where user_id = ${p.id})
      or id in (select merged_into_id from tickets as joined where joined.reporter_id = ${p.id}) order by id`,
);

/** In this order: questions are found by the titles of tickets, and notes by the history. */
const TEXTS = [
  questions,
  history,
  lines,
  tasks,
  tickets,
  fields,
  notes,
  edits,
  comments,
  answeredQuestions,
  references,
  dropFiles,
  words,
];

export class PersonTextStore extends Store {
  /** The tickets whose words have to be indexed anew. */
  readonly touched = this.all(touched);

  /**
   * Erases the person's reports, comments, references and files, and what history, tasks and questions say of them.
   *
   * @param answers whether closing answers are erased too.
   * @returns the stored names of the files that no row names now.
   */
  async erase(id: string, answers: boolean): Promise<string[]> {
    const names = await this.connection.all(files, { id });
    for (const query of TEXTS) await this.connection.change(query, { id });
    if (answers) for (const query of [summaries, ownQuestions]) await this.connection.change(query, { id });
    return names.map(({ filename }) => filename);
  }
}
