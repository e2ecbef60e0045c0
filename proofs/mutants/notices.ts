import type { Mutant } from './mutant.ts';

const CONCERNS = ['server/conversation/notices/concerns.test.ts'];
const MENTIONS = ['server/memory/search/mentions.api.test.ts'];
const WAITING = ['server/delivery/notifications/mails-that-wait.api.test.ts'];
const REMOVED = ['server/conversation/attachments/remove-attachment.api.test.ts'];

/** Notices, and the rights to say or take away: mentions, following, edits, files, mails that wait. */
export const NOTICES: readonly Mutant[] = [
  {
    breaks: 'nobody is told of what they did themselves',
    file: 'server/conversation/notices/concerns.ts',
    from: 'person.id === act.actorId || ',
    to: '',
    tests: CONCERNS,
  },
  {
    breaks: 'nobody is told of a ticket that they may not open',
    file: 'server/conversation/notices/concerns.ts',
    from: " || standing(person, act.ticket) === 'none'",
    to: '',
    tests: CONCERNS,
  },
  {
    breaks: 'only developers ask what they follow',
    file: 'server/tickets/list/list-tickets.ts',
    from: 'if (!isDeveloper(actor))',
    to: "if (actor.id === '')",
    tests: ['server/conversation/notices/following.api.test.ts'],
  },
  {
    breaks: 'a list of what somebody follows asks for their own',
    file: 'server/tickets/list/ticket-filter.ts',
    from: 'ticket_followers where user_id = `;',
    to: 'ticket_followers where user_id <> `;',
    tests: ['server/conversation/notices/following.api.test.ts'],
  },
  {
    breaks: 'nobody is named who may not read the comment',
    file: 'server/memory/search/mentions.ts',
    from: '!formerIds.has(person.id) && !mayBeMentioned(person, ticket, is_internal)',
    to: "person.id === ''",
    tests: MENTIONS,
  },
  {
    breaks: 'an internal comment names developers only',
    file: 'server/memory/search/mentions.ts',
    from: ' && mayRead(personStanding, { is_internal: isInternal ? 1 : 0 })',
    to: '',
    tests: MENTIONS,
  },
  {
    breaks: 'reporters do not learn who reads internal comments',
    file: 'server/conversation/notices/notices.ts',
    from: 'if (isInternal && !isDeveloper(work.actor)) throw refused;\n  const ticket = await find();\n  if (isInternal && !readsInternals(standing(work.actor, ticket))) throw refused;',
    to: 'const ticket = await find();',
    tests: MENTIONS,
  },
  {
    breaks: 'open pages of reporters do not hear that an internal comment was edited',
    file: 'server/delivery/live/event-stream.ts',
    from: 'isForReporters: is_internal === 0',
    to: 'isForReporters: is_internal >= 0',
    tests: ['server/delivery/live/comment-edited.api.test.ts'],
  },
  {
    breaks: 'a message that is told live only moves no place',
    file: 'server/delivery/live/event-stream.ts',
    from: "before: undefined }, '')",
    to: "before: undefined }, 'id: 1\\n')",
    tests: ['server/delivery/live/comment-edited.api.test.ts'],
  },
  {
    breaks: 'a mail is not sent whose notice was read',
    file: 'server/delivery/notifications/write-mail.ts',
    from: 'notice !== undefined && notice.read_at !== null',
    to: "notice?.read_at === ''",
    tests: WAITING,
  },
  {
    breaks: 'a mail waits for its notice',
    file: 'server/delivery/notifications/mail-subscriber.ts',
    from: '{ notBefore: notice.until }',
    to: '{}',
    tests: WAITING,
  },
  {
    breaks: 'an earlier mail does not take a later one along',
    file: 'server/events/outbox/delivery-store.ts',
    from: "eb.case().when('not_before', '>', p.now)",
    to: "eb.case().when('not_before', '<', p.now)",
    tests: WAITING,
  },
  {
    breaks: 'nobody reopens by mail what only a developer may change',
    file: 'server/access/ticket-permissions.ts',
    from: "standing(person, ticket) === 'reporter' && isReopenable(ticket, now)",
    to: 'isReopenable(ticket, now)',
    tests: [
      'server/tickets/handling/reopen-ticket.api.test.ts',
      'server/delivery/notifications/notifications.api.test.ts',
    ],
  },
  {
    breaks: 'only who uploaded a file and developers remove it',
    file: 'server/conversation/attachments/attachments.ts',
    from: "own !== 'worker' && attachment.uploaded_by !== actor.id",
    to: 'false',
    tests: REMOVED,
  },
  {
    breaks: 'a file that its caller may not see is not found',
    file: 'server/conversation/attachments/attachments.ts',
    from: ' || !mayRead(own, attachment)',
    to: '',
    tests: REMOVED,
  },
  {
    breaks: 'a file is removed from its own ticket only',
    file: 'server/conversation/attachments/attachments.ts',
    from: 'attachment?.ticket_id !== ticket.id || ',
    to: 'attachment === undefined || ',
    tests: REMOVED,
  },
  {
    breaks: 'a mail shows what people wrote as the page does',
    file: 'server/delivery/notifications/notification.ts',
    from: 'htmlOf(quoted(text)).replace(',
    to: 'escaped(quoted(text)).replace(',
    tests: ['server/delivery/notifications/notifications.test.ts'],
  },
  {
    breaks: 'the text of a mail has no marks',
    file: 'server/delivery/notifications/notification.ts',
    from: '  return plainText(quoted(block.text))\n',
    to: '  return quoted(block.text)\n',
    tests: ['server/delivery/notifications/notifications.test.ts'],
  },
  {
    breaks: 'an address in a mail is whole',
    file: 'server/delivery/notifications/notification.ts',
    from: '`<a href="${escaped(appUrl)}${path}">${words}</a>`',
    to: '`<a href="${path}">${words}</a>`',
    tests: ['server/delivery/notifications/notifications.test.ts'],
  },
];
