import type { Answer } from '../../contract/answers.ts';
import type { Comment } from '../../contract/comments.ts';
import type { TicketCreated } from '../../contract/tickets.ts';
import { Caller } from '../../server/testing/caller.ts';
import { contentOf, type Journal, type KeptComment, type OpenRequest } from './journal.ts';

interface Parts {
  readonly address: string;
  readonly token: string;
  readonly journal: Journal;
  readonly name: string;
  /** The id of somebody whom comments name. */
  readonly colleague?: string;
  readonly random: () => number;
}

/** A client that writes one thing after another and keeps a journal. */
export class Writer {
  readonly #parts: Parts;
  #count = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Writes until the service does not answer any more. @throws Error for an answer that is no success. */
  async writeUntilGone(): Promise<void> {
    for (;;) {
      try {
        await this.writeOne();
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }

  /**
   * Sends each request without an answer again, with the same key, until it has one. PostgreSQL may still run the
   * transaction of the killed service; until that ends, the answer is `request_in_progress`.
   */
  async retryOpen(): Promise<void> {
    const { open } = this.#parts.journal;
    for (const [key, request] of [...open]) {
      if (!key.startsWith(`${this.#parts.name} `)) continue;
      while (open.has(key)) {
        await this.#ask(key, request).catch((error: unknown) => {
          if (!String(error).includes('request_in_progress')) throw error;
        });
      }
    }
  }

  /** Writes one thing. @throws Error for an answer that is no success, TypeError for none. */
  async writeOne(): Promise<void> {
    const { journal, name, random } = this.#parts;
    const key = `${name} ${this.#count++} ${random()}`;
    const chance = random();
    const some = this.#one([...journal.tickets.values()]);
    const own = [...journal.comments].findLast(([written]) => written.startsWith(`${name} `));
    if (some === undefined || chance < 0.4) await this.#opensTicket(key, chance < 0.1);
    else if (chance < 0.7 || own === undefined) await this.#comments(key, some.id, chance);
    else if (chance < 0.77) await this.#edits(key, own);
    else if (chance < 0.83) await this.#takesBack(key, own);
    else if (chance < 0.93) await this.#closes(key, some.id);
    else await this.#votes(key);
  }

  #opensTicket(key: string, withFile: boolean): Promise<void> {
    const body = { title: `Ticket ${key}`, description: 'Written while the process is killed.' };
    return this.#ask(key, {
      method: 'POST',
      path: '/api/tickets',
      body,
      withFile,
      note: (answer) => {
        const { id, number } = JSON.parse(answer) as TicketCreated;
        this.#parts.journal.tickets.set(key, { id, number });
      },
    });
  }

  #comments(key: string, ticket: string, chance: number): Promise<void> {
    const withFile = chance < 0.5;
    const { colleague } = this.#parts;
    const isNaming = colleague !== undefined && chance > 0.45 && chance < 0.6;
    const said = contentOf(key, { isEdited: false });
    return this.#ask(key, {
      method: 'POST',
      path: `/api/tickets/${ticket}/comments`,
      body: { content: isNaming ? `${said} <@${colleague}>` : said },
      withFile,
      note: (answer) => {
        const { id } = JSON.parse(answer) as Comment;
        this.#parts.journal.comments.set(key, { id, ticket, files: withFile ? 1 : 0, isNaming, isEdited: false });
      },
    });
  }

  #edits(key: string, [commentKey, comment]: [string, KeptComment]): Promise<void> {
    return this.#ask(key, {
      method: 'PATCH',
      path: `/api/tickets/${comment.ticket}/comments/${comment.id}`,
      body: { content: contentOf(commentKey, { isEdited: true }) },
      withFile: false,
      note: () => {
        comment.isEdited = true;
      },
    });
  }

  #takesBack(key: string, [commentKey, { id, ticket }]: [string, KeptComment]): Promise<void> {
    const { comments, takenBack } = this.#parts.journal;
    return this.#ask(key, {
      method: 'DELETE',
      path: `/api/tickets/${ticket}/comments/${id}`,
      body: null,
      withFile: false,
      doneBefore: 'comment_not_found',
      note: () => {
        comments.delete(commentKey);
        takenBack.add(id);
      },
    });
  }

  #closes(key: string, ticket: string): Promise<void> {
    return this.#ask(key, {
      method: 'PATCH',
      path: `/api/tickets/${ticket}`,
      body: { status: 'closed', closure_summary: `Answer ${key}`, closure_question: `Question ${key}` },
      withFile: false,
      note: () => this.#parts.journal.closed.add(ticket),
    });
  }

  /** Another writer may have put another answer in the place of this one. */
  async #votes(key: string): Promise<void> {
    const answer = this.#one(JSON.parse(await this.#send('GET', '/api/answers?limit=50', {})) as Answer[]);
    if (answer === undefined) return;
    await this.#ask(key, {
      method: 'POST',
      path: `/api/answers/${answer.id}/helped`,
      body: { helped: true },
      withFile: false,
      doneBefore: 'answer_not_found',
      note: () => this.#parts.journal.helped.add(answer.id),
    });
  }

  #one<T>(things: readonly T[]): T | undefined {
    return things[Math.floor(this.#parts.random() * things.length)];
  }

  async #ask(key: string, request: OpenRequest): Promise<void> {
    const { open } = this.#parts.journal;
    open.set(key, request);
    const { method, path, body, withFile, doneBefore } = request;
    const content = withFile ? formOf(body ?? {}, key) : body && JSON.stringify(body);
    const answer = await this.#send(method, path, { key, content }).catch((error: unknown) => {
      if (doneBefore === undefined || !String(error).includes(doneBefore)) throw error;
      return '';
    });
    request.note(answer);
    this.#parts.journal.acknowledged += 1;
    open.delete(key);
  }

  /** @returns what the service answered. @throws Error for a refusal, TypeError for no answer. */
  async #send(
    method: string,
    path: string,
    { key, content = null }: { key?: string; content?: FormData | string | null },
  ): Promise<string> {
    const { address, token } = this.#parts;
    const headers: Record<string, string> = {
      ...(key && method === 'POST' ? { 'idempotency-key': key } : {}),
      ...(typeof content === 'string' ? { 'content-type': 'application/json' } : {}),
    };
    const asking = new Caller(address, token).send(method, path, content, headers);
    const { status, text } = await asking.catch((cause) => {
      throw new TypeError('No answer', { cause });
    });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text;
  }
}

function formOf(fields: Readonly<Record<string, string | boolean>>, content: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('attachments', new File([content], 'notes.txt', { type: 'text/plain' }));
  return form;
}
