import type { User } from '../backend/sign-in.ts';
import type { TicketDetail } from '../backend/tickets.ts';
import { reach } from '../commands/reach.ts';
import { type Command, useCommands } from '../commands/registry.ts';
import { useMe } from '../session/me.ts';
import { t } from '../texts/texts.ts';
import { useChangeTicket } from '../tickets/changing/change.ts';
import { ticketCommands } from '../tickets/changing/commands.ts';
import { accessRequest, splitRequest } from '../tickets/changing/dialog-requests.ts';
import { writingCommands } from './composing/writing-request.ts';

export function useTicketCommands(ticket: TicketDetail): void {
  const me = useMe();
  const change = useChangeTicket();
  useCommands([
    ...ticketCommands([ticket], me, change),
    ...(ticket.merged_into ? [] : writingCommands(ticket)),
    ...splitCommands(ticket),
    ...roomCommands(ticket, me),
  ]);
}

const splitCommands = (ticket: TicketDetail): Command[] =>
  ticket.can.link && ticket.comments.some(({ is_closure_summary }) => !is_closure_summary)
    ? [
        {
          id: 'split',
          label: t('command.split'),
          group: 'ticket',
          keys: 'shift+u',
          run: () => splitRequest.ask(ticket),
        },
      ]
    : [];

/** Controls on the page of a ticket, by their `data-reach`. */
const ON_PAGE = {
  editTitle: ({ can }: TicketDetail) => can.edit,
  editDescription: ({ can }: TicketDetail) => can.edit,
  addTo: ({ can }: TicketDetail) => can.attach || can.link || can.edit,
  notSolved: ({ can }: TicketDetail) => can.reopen,
  unmerge: ({ merged_into, beside = [], can }: TicketDetail) =>
    can.comment_internally && (merged_into !== null || beside.some(({ is_lead }) => is_lead)),
  tell: ({ status, can }: TicketDetail) => status === 'closed' && can.comment_internally,
  history: () => true,
  receipts: () => true,
};
const PLACES = Object.keys(ON_PAGE) as (keyof typeof ON_PAGE)[];

function roomCommands(ticket: TicketDetail, me: User): Command[] {
  const { can, number, reporter_id } = ticket;
  const offer = (id: OnTicket, run: () => void): Command => ({
    ...{ id, label: t(`command.on.${id}`), group: 'ticket', onlyBySearch: true, run },
  });
  const ask = (place: 'addPerson' | 'restrict' | 'whoSees') =>
    offer(place, () => {
      accessRequest.ask(number);
      reach(place);
    });
  const isWorker = can.plan || can.change_status;
  return [
    ...(isWorker || reporter_id === me.id ? [ask('whoSees'), ask('addPerson')] : []),
    ...(isWorker ? [ask('restrict')] : []),
    ...PLACES.filter((place) => ON_PAGE[place](ticket)).map((place) => offer(place, () => reach(place))),
  ];
}

type OnTicket = keyof typeof ON_PAGE | 'addPerson' | 'restrict' | 'whoSees';
