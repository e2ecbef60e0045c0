/** The rules of comments (docs/rules/comments.md). */
import {
  type KnownComment,
  type KnownTicket,
  type Model,
  type Prediction,
  record,
  refused,
  succeeded,
  type Who,
} from './model.ts';

/** Adds a closure summary that came with a change of status. Its id is learned when the ticket is read. */
export function answer(ticket: KnownTicket, author: Who): void {
  addComment(ticket, { author, isInternal: false, isSummary: true, parent: null, ofDeveloper: true });
}

function addComment(ticket: KnownTicket, said: Omit<KnownComment, 'id' | 'isOld'>) {
  const comment = { id: '', isOld: false, ...said };
  if (said.isSummary) for (const other of ticket.comments) other.isSummary = false;
  ticket.comments.push(comment);
  record(ticket, 'comment.created');
  return comment;
}

export interface CommentDraft {
  readonly isInternal: boolean;
  readonly isSummary: boolean;
  /** The id of a comment, of this ticket or another. */
  readonly parent: string | null;
}

export function comment(model: Model, who: Who, ticket: KnownTicket | undefined, said: CommentDraft): Prediction {
  const ofDeveloper = model.isDeveloper(who);
  if (!ofDeveloper && (said.isInternal || said.isSummary)) return refused('403 forbidden');
  if (said.isInternal && said.isSummary) return refused('400 invalid_closure_summary_visibility');
  if (ticket === undefined) return refused('404 ticket_not_found');
  if (!ofDeveloper && ticket.reporter !== who) return refused('403 forbidden');
  const parent = ticket.comments.find(({ id }) => id === said.parent);
  if (said.parent !== null && (!parent || (parent.isInternal && !ofDeveloper)))
    return refused('400 invalid_parent_comment');
  const posted = addComment(ticket, { ...said, author: who, ofDeveloper });
  return succeeded(201, ({ id }) => {
    posted.id = id;
  });
}

/** @param id of a comment, of this ticket or another. */
export function takeBack(model: Model, who: Who, ticket: KnownTicket | undefined, id: string): Prediction {
  const isDeveloper = model.isDeveloper(who);
  if (ticket === undefined) return refused('404 ticket_not_found');
  if (!isDeveloper && ticket.reporter !== who) return refused('403 forbidden');
  const seen = ticket.comments.filter(({ isInternal }) => isDeveloper || !isInternal);
  const comment = seen.find((entry) => entry.id === id);
  if (comment === undefined) return refused('404 comment_not_found');
  if (comment.author !== who) return refused('403 forbidden');
  if (comment.isSummary || comment.isOld || seen.some(({ parent }) => parent === id))
    return refused('403 comment_locked');
  ticket.comments.splice(ticket.comments.indexOf(comment), 1);
  record(ticket, 'ticket.updated');
  return succeeded(204);
}
