import type { Generated } from 'kysely';
import type { Instant } from '#contract/scalars.ts';
import type { Flag } from './flag.ts';

/** The answer of a ticket: its closure summary, when every reader of the ticket may read it. */
export interface AnswerTable {
  comment_id: string;
  ticket_id: string;
  /** The ticket's number, and its reporter. */
  number: number;
  reporter_id: string;
  /** What it was about, in words that colleagues may read. */
  question: string | null;
  is_shared: Flag;
  /** Somebody decided that it is shared, or not. False for answers from before there was a choice, and imported ones. */
  is_confirmed: Flag;
  /** The ticket is closed now. */
  is_closed: Flag;
  /** The ticket has left `closed` after the answer was written. */
  was_reopened: Flag;
  held: Flag;
  helped: number;
  not_helped: number;
  answered_at: Instant;
  /** When it last helped somebody. */
  last_used_at: Generated<Instant | null>;
}

/** What a report asked, without who it was. */
export interface QuestionAskedTable {
  id: string;
  question: string;
  /** An answer was offered. */
  was_found: Flag;
  asked_at: Instant;
}

/** An answer that was offered to a question. */
export interface OfferedAnswerTable {
  question_id: string;
  comment_id: string;
}

/** Whether an answer helped a person. */
export interface AnswerVoteTable {
  comment_id: string;
  user_id: string;
  helped: Flag;
  /** Their ticket that it is about. */
  ticket_id: string | null;
  voted_at: Instant;
}
