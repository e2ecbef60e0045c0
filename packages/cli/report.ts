import type { components } from '@kwit/client';
import { inOneLine, withoutControls } from './terminal/table.ts';
import type { Terminal } from './terminal/terminal.ts';
import { colourOf, type TicketDetail } from './tickets.ts';

type Comment = components['schemas']['Comment'];
type Paint = Terminal['paint'];

const day = (moment: string): string => moment.slice(0, 16).replace('T', ' ');

const dueOf = ({ wait, answer_due_at }: TicketDetail): string | null => {
  const due = wait?.due_at ?? answer_due_at;
  return due == null ? null : `${wait?.state === 'missed' ? 'answer missed, it was due' : 'answer due'} ${day(due)}`;
};

/** Its title, what is known of it, its texts and its conversation, oldest first. */
export function reportOf(ticket: TicketDetail, paint: Paint = (_, words) => words): string {
  const facts = [
    paint(colourOf(ticket.status), ticket.status),
    `${ticket.priority} priority`,
    ticket.category,
    ticket.project_name && inOneLine(ticket.project_name),
    `reported by ${inOneLine(ticket.reporter_name ?? 'somebody')} on ${day(ticket.created_at)}`,
    ticket.assignee_name === null ? 'nobody works on it' : `${inOneLine(ticket.assignee_name)} works on it`,
    dueOf(ticket),
    ticket.planned_date && `planned for ${ticket.planned_date}`,
  ];
  const texts = [
    ['', ticket.description],
    ['Steps', ticket.steps_to_reproduce],
    ['Expected', ticket.expected_result],
    ['Actual', ticket.actual_result],
    ['Environment', ticket.environment],
    ['Internal note', ticket.internal_note],
  ].flatMap(([name, text]) => (text ? [(name ? `${paint('bold', name)}\n` : '') + withoutControls(text)] : []));
  const files = ticket.attachments.map(({ original_name, url }) => `File: ${inOneLine(original_name)} ${url}`);
  return [
    `${paint('bold', `#${ticket.number} ${inOneLine(ticket.title)}`)}\n${facts.filter(Boolean).join(' · ')}`,
    ...texts,
    ...(files.length > 0 ? [files.join('\n')] : []),
    ...ticket.comments.map((comment) => paragraphOf(comment, paint)),
  ].join('\n\n');
}

function paragraphOf(comment: Comment, paint: Paint): string {
  const kind = comment.is_closure_summary ? 'the answer' : comment.is_internal ? 'internal' : '';
  const about = [inOneLine(comment.user_name ?? 'Somebody'), day(comment.created_at), kind].filter(Boolean).join(' · ');
  return `${paint('bold', `— ${about}`)}\n${withoutControls(comment.content)}`;
}
