import { standing } from '#access';
import { removeAttachment, restoreAttachment, restoreComment, takeBackComment } from '#conversation';
import { type Restorer, type StoredLine, whatIsThere } from '#events';
import { holdToSay } from '../find-ticket.ts';
import { ticketGate } from '../handling/ticket-gate.ts';

const wasThere = ({ old_value }: StoredLine): boolean => old_value !== null;

/** Comments that their authors took back. */
export const commentRestorer: Restorer = {
  present: (work, lines) => whatIsThere(work, 'comments', lines),
  may: () => true,
  async restore(work, lines) {
    for (const line of lines) {
      const { thing_id: id, ticket_id: ticketId } = line;
      if (id === null || ticketId === null) continue;
      const ticket = await holdToSay(work, ticketId);
      const replies = line.before === null ? [] : (JSON.parse(line.before) as string[]);
      if (wasThere(line)) await restoreComment(work, ticket, { id, replies });
      else
        await takeBackComment(work, ticket, id, { isAnswer: await ticketGate.answersJoined(work, id), isAgain: true });
    }
  },
};

/** Files that were removed. */
export const fileRestorer: Restorer = {
  present: (work, lines) => whatIsThere(work, 'attachments', lines),
  may: ({ actor }, _, ticket) => ticket !== undefined && standing(actor, ticket) !== 'none',
  async restore(work, lines) {
    for (const line of lines) {
      const { thing_id: id, ticket_id: ticketId } = line;
      if (id === null || ticketId === null) continue;
      const ticket = await holdToSay(work, ticketId);
      await (wasThere(line) ? restoreAttachment(work, ticket, id) : removeAttachment(work, ticket, id));
    }
  },
};
