import { createHash } from 'node:crypto';
import type { Static, TObject } from 'typebox';
import type { Undo, Undone } from '#contract/acts.ts';
import type { McpMode } from '#contract/setting-words.ts';
import type { AttachmentReceiver } from '#conversation/serving';
import type { Restorers } from '#events';
import type { Operation, Person } from '#platform';
import { FencedText, type PeoplesTexts } from '../texts/fenced-text.ts';

/** The reach of a tool: it reads; it writes as well; or it sends something that nobody can take back. */
export type Effect = 'reads' | 'writes' | 'sends';

/** The answer of a tool: fields for programs, and words for a model. */
export interface ToolAnswer {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: FencedText;
}

/** A question to which the person has to agree before the tool does anything. */
export interface ToolQuestion {
  readonly question: string;
  /** The matter of the question. It comes back signed, with their answer. */
  readonly about: string;
}

/** Writes the mail that closing a ticket with this answer sends, or says why there is none. */
export type ClosingMail = (ticketId: string, answer: string) => Operation<string>;

/** One call of a tool, on behalf of the person whose token it came with. */
export interface ToolCall {
  readonly person: Person;
  readonly mode: McpMode;
  readonly texts: PeoplesTexts;
  /** Where people open Kwit; empty when `app_url` is not set. */
  readonly appUrl: string;
  readonly receiver: Pick<AttachmentReceiver, 'text' | 'keepDuring'>;
  readonly closingMail: ClosingMail;
  readonly restorers: Restorers;
  readonly canAsk: boolean;
  /** The `about` of the question to which the user agreed; null when nothing was asked, or they did not agree. */
  readonly agreedTo: string | null;
  /** Whether the user was asked and did not agree. */
  readonly hasDeclined: boolean;
  read<T>(operation: Operation<T>): Promise<T>;
  /** Counts as a write of the token. @throws Failure `too_many_requests` after 30 in an hour. */
  write<T>(operation: Operation<T>): Promise<T>;
  /** Takes an act back, which counts as one write unless it is a trial. @throws Failure as that does, and `too_many_requests`. */
  undo(act: string, how: Undo): Promise<Undone>;
}

/** A thing that an agent may do. It has no rights of its own: what it does is an operation of the person. */
export interface Tool<S extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  /** For the model: what it does and when to use it. */
  readonly description: string;
  readonly effect: Effect;
  readonly input: S;
  /** @throws Failure whatever its operations refuse. */
  run(call: ToolCall, input: Static<S>): Promise<ToolAnswer | ToolQuestion>;
}

/** An answer that is one sentence of Kwit's own. */
export const said = (texts: PeoplesTexts, words: string, fields: ToolAnswer['fields']): ToolAnswer => ({
  fields,
  text: new FencedText(texts).say(words),
});

/** Checks a tool by its own schema, and forgets the schema's type. */
export const tool = <S extends TObject>(definition: Tool<S>): Tool => definition;

/** Identifies an agreement: to these words, about this version. */
export const agreementOf = (number: number, version: number, words: object): string =>
  createHash('sha256')
    .update(JSON.stringify([number, version, words]))
    .digest('base64url');
