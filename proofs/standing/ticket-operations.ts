import { formOf } from '../../server/testing/cast.ts';
import { aFile } from '../access/fixtures.ts';
import {
  about,
  allSeen,
  type Cell,
  corrects,
  type Ids,
  instead,
  internallySeen,
  type OperationRow,
  opens,
  owns,
  publicSeen,
  REFUSED,
  reads,
  readsInternals,
  says,
  type TicketCall,
  talks,
  unopened,
  where,
  works,
} from './cell.ts';
import { close, type PlantedTicket, type World, workerOn } from './tickets.ts';

/** Each search of the list finds the words that the reader reads, and no others. */
const search =
  (word: 'publicWord' | 'internalWord', path: string, more = '') =>
  ({ ticket }: Cell) =>
    `${path}?q=${ticket[word]}${more}`;

/** Lists of users have what they reported; `participating=1` is for what they were added to. */
const listed = ({ standing, isDeveloper }: Cell): boolean =>
  standing !== 'none' && (isDeveloper || standing === 'reporter');

const searches = (path: string): TicketCall[] => [
  {
    of: 'open',
    path: search('publicWord', path),
    answers: () => '200',
    shows: (cell) => (listed(cell) ? 'public words' : 'nothing'),
  },
  {
    of: 'open',
    path: search('internalWord', path),
    answers: () => '200',
    shows: ({ standing }) => (reads(standing) ? 'public words' : 'nothing'),
  },
];

const anotherComment = async ({ person, ticket }: Cell): Promise<Ids> => ({
  commentId: (await person.comments(ticket, 'Never mind.')).is(201).id,
});
/** A comment that the reader has written, where they may; else their ticket's. */
const ownComment = async (cell: Cell): Promise<Ids> =>
  says(cell.standing) ? anotherComment(cell) : { commentId: cell.ticket.comment };

/** A ticket on which every developer works. */
const everybodys = ({ pairs }: World): PlantedTicket => {
  const [first] = pairs;
  if (first === undefined) throw new Error('No ticket was planted.');
  return first.open;
};

const works200 = where(({ standing }) => standing === 'worker', 200);

/** The operations that are about one ticket, as their paths or their answers say. */
export const TICKET_OPERATIONS: Readonly<Record<string, OperationRow>> = {
  getTicket: about(
    { of: 'open', answers: opens(200), shows: allSeen },
    { of: 'closed', answers: opens(200), shows: allSeen },
  ),
  getNumberedTicket: about({
    of: 'open',
    path: ({ ticket }) => `/api/numbered-tickets/${ticket.number}`,
    answers: (cell) => (cell.standing === 'none' ? '404 ticket_not_found' : '200'),
    shows: allSeen,
  }),
  changeTicket: about(
    {
      of: 'open',
      body: ({ ticket }) => ({ title: `${ticket.publicWord} jams` }),
      answers: corrects,
      shows: publicSeen,
    },
    { of: 'open', body: () => ({ priority: 'normal' }), answers: works(200), shows: allSeen },
    {
      of: 'closed',
      body: ({ ticket }) => ({ title: `${ticket.publicWord} jams` }),
      answers: (cell) => (cell.standing === 'reporter' ? '403 ticket_locked' : works200(cell)),
    },
  ),
  postComment: about(
    { of: 'open', body: () => ({ content: 'Like this.' }), answers: talks(201) },
    { of: 'open', body: () => ({ content: 'Like this.', is_internal: true }), answers: works(201) },
  ),
  postCommentWithFiles: about({ of: 'open', body: () => formOf({ content: 'Like this.' }), answers: talks(201) }),
  takeBackComment: about({ of: 'open', before: ownComment, answers: talks(204) }),
  changeComment: about(
    { of: 'open', before: ownComment, body: () => ({ content: 'Forget it.' }), answers: talks(200) },
    {
      of: 'closed',
      path: ({ world, ticket }) => `/api/tickets/${ticket.id}/comments/${world.answers.get(ticket.id)}`,
      body: () => ({ is_shared: false }),
      answers: where(({ standing }) => standing === 'worker', 200),
    },
  ),
  listCommentEdits: about({ of: 'open', answers: readsInternals(200) }),
  addAttachments: about({ of: 'open', body: aFile, answers: talks(201) }),
  removeAttachment: about({
    of: 'open',
    before: async ({ world, ticket }) => {
      const owner = world.people[ticket.by];
      const [file] = (await owner.post<{ id: string }[]>(`/api/tickets/${ticket.id}/attachments`, aFile()))
        .is(201)
        .slice(-1);
      return { attachmentId: file?.id ?? '' };
    },
    answers: owns(204),
  }),
  downloadAttachment: about(
    {
      of: 'open',
      path: ({ ticket }) => ticket.file.url,
      answers: (cell) => unopened(cell, 'file_not_found') ?? '200',
    },
    {
      of: 'open',
      path: ({ ticket }) => ticket.internalFile.url,
      answers: (cell) => unopened(cell, 'file_not_found') ?? (reads(cell.standing) ? '200' : REFUSED),
    },
  ),
  listRelatedTickets: about({ of: 'closed', answers: opens(200) }),
  linkTickets: about(
    { of: 'open', body: ({ twin }) => ({ related_ticket_id: twin.id }), answers: works(200) },
    {
      of: 'closed',
      path: ({ world }) => `/api/tickets/${everybodys(world).id}/related`,
      body: ({ ticket }) => ({ related_ticket_id: ticket.id }),
      answers: ({ isDeveloper, standing }) =>
        !isDeveloper ? REFUSED : standing === 'none' ? '404 related_ticket_not_found' : '2xx',
    },
  ),
  mergeTicket: about(
    {
      of: 'open',
      body: ({ twin }) => ({ into: twin.id, mode: 'join' }),
      answers: instead('409 ticket_closed', works(200)),
    },
    {
      of: 'closed',
      path: ({ world }) => `/api/tickets/${everybodys(world).id}/merge`,
      body: ({ ticket }) => ({ into: ticket.id, mode: 'join' }),
      answers: instead('409 ticket_closed', works(200)),
    },
  ),
  unmergeTicket: about({ of: 'open', answers: instead('409 not_merged', works(200)) }),
  splitTicket: about({
    of: 'open',
    body: ({ ticket }) => ({ comment_ids: [ticket.id], title: 'Another one' }),
    answers: instead('404 comment_not_found', works(201)),
  }),
  unlinkTickets: about({
    of: 'open',
    path: ({ ticket, twin }) => `/api/tickets/${ticket.id}/related/${twin.id}`,
    after: ({ world, ticket, twin }) =>
      workerOn(world, ticket.kind).post(`/api/tickets/${ticket.id}/related`, { related_ticket_id: twin.id }),
    answers: works(204),
  }),
  addSolution: about({
    of: 'open',
    body: () => ({ ticket_number: Number.MAX_SAFE_INTEGER }),
    answers: instead('404 related_ticket_not_found', works(200)),
  }),
  listExternalReferences: about({ of: 'open', answers: opens(200) }),
  addExternalReference: about({
    of: 'open',
    body: () => ({ ref_type: 'other', url: 'https://example.com/' }),
    answers: works(201),
  }),
  removeExternalReference: about({
    of: 'open',
    before: async ({ world, ticket }) => {
      const path = `/api/tickets/${ticket.id}/external-references`;
      const said = { ref_type: 'other', url: 'https://example.com/' };
      const [added] = (await workerOn(world, ticket.kind).post<{ id: string }[]>(path, said)).is(201);
      return { refId: added?.id ?? '' };
    },
    answers: works(204),
  }),
  listMentionablePeople: about(
    { of: 'open', answers: opens(200) },
    {
      of: 'open',
      path: ({ ticket }) => `/api/tickets/${ticket.id}/mentionable?internal=1`,
      answers: readsInternals(200),
    },
  ),
  followTicket: about({ of: 'open', answers: where(({ standing }) => standing !== 'reporter', 204) }),
  unfollowTicket: about({ of: 'open', answers: where(({ standing }) => standing !== 'reporter', 204) }),
  addTicketPerson: about({
    of: 'open',
    path: ({ world, ticket }) => `/api/tickets/${ticket.id}/people/${world.zed.id}`,
    after: ({ world, ticket }) =>
      workerOn(world, ticket.kind).delete(`/api/tickets/${ticket.id}/people/${world.zed.id}`),
    answers: owns(204),
  }),
  addTicketPersonByEmail: about({
    ...{ of: 'open', path: ({ ticket }) => `/api/tickets/${ticket.id}/people` },
    body: ({ world }) => ({ email: world.zed.user.email }),
    after: ({ world, ticket: { id, kind } }) =>
      workerOn(world, kind).delete(`/api/tickets/${id}/people/${world.zed.id}`),
    answers: owns(201),
  }),
  removeTicketPerson: about({
    ...{ of: 'open', answers: owns(204) },
    path: ({ world, ticket }) => `/api/tickets/${ticket.id}/people/${world.zed.id}`,
  }),
  getTicketAccess: about({ of: 'open', answers: owns(200) }),
  listCcAddresses: about({ of: 'open', answers: owns(200) }),
  listTicketDeliveries: about({ of: 'open', answers: readsInternals(200) }),
  getAnswer: about({
    of: 'closed',
    path: ({ world, ticket }) => `/api/answers/${world.answers.get(ticket.id)}`,
    answers: ({ standing }) => (standing === 'none' ? '404 answer_not_found' : '200'),
    shows: publicSeen,
  }),
  rateAnswer: about({
    of: 'closed',
    path: ({ world, ticket }) => `/api/answers/${world.answers.get(ticket.id)}/helped`,
    body: () => ({ helped: true }),
    answers: ({ standing }) => (standing === 'none' ? '404 answer_not_found' : '200'),
  }),
  getOutboxEntry: about({
    of: 'open',
    path: ({ ticket }) => `/api/settings/events/outbox/${ticket.entry}`,
    answers: (cell) => (!cell.isDeveloper ? REFUSED : reads(cell.standing) ? '200' : '404 outbox_entry_not_found'),
  }),
  replayOutboxEntry: about({
    of: 'open',
    path: ({ ticket }) => `/api/settings/events/outbox/${ticket.entry}/replay`,
    answers: (cell) => (!cell.isDeveloper ? REFUSED : reads(cell.standing) ? '200' : '404 outbox_entry_not_found'),
  }),
  listTickets: about(
    ...searches('/api/tickets'),
    {
      of: 'open',
      path: search('publicWord', '/api/tickets', '&participating=1'),
      answers: () => '200',
      shows: ({ world, person, ticket }) =>
        (ticket.facts.people ?? '').includes(person.id) && world.people.reporter !== person
          ? 'public words'
          : 'nothing',
    },
    {
      of: 'closed',
      path: ({ ticket }) => `/api/tickets?number=${ticket.number}&view=row`,
      answers: () => '200',
      shows: (cell) => (listed(cell) ? 'public words' : 'nothing'),
    },
  ),
  countTickets: about(
    {
      of: 'open',
      path: search('publicWord', '/api/tickets/count'),
      answers: () => '200',
      counts: (cell) => Number(listed(cell)),
    },
    {
      of: 'open',
      path: search('internalWord', '/api/tickets/count'),
      answers: () => '200',
      counts: ({ standing }) => Number(reads(standing)),
    },
  ),
  exportTickets: about(...searches('/api/tickets.csv')),
  findSimilarTickets: about(
    { of: 'closed', path: ({ ticket }) => `/api/tickets/similar?title=${ticket.publicWord}`, answers: () => '200' },
    { of: 'open', path: ({ ticket }) => `/api/tickets/similar?title=${ticket.internalWord}`, answers: () => '200' },
  ),
  listAnswers: about({
    of: 'closed',
    path: search('publicWord', '/api/answers'),
    answers: () => '200',
    shows: publicSeen,
  }),
  listClosureSummaries: about({
    of: 'closed',
    path: () => '/api/tickets/closure-summaries/index-feed?limit=200',
    answers: ({ isDeveloper }) => (isDeveloper ? '200' : REFUSED),
    shows: internallySeen,
  }),
  reopenTicket: about({
    of: 'closed',
    body: () => ({ content: 'It is not solved.' }),
    answers: where(({ standing }) => standing === 'reporter', 200),
    after: async ({ standing, world, ticket }) => (standing === 'reporter' ? close(world, ticket) : null),
  }),
};
