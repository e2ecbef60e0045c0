import type { Mutant } from './mutant.ts';

const SIGHT = ['server/delivery/webhooks/sight.api.test.ts'];

/** What leaves the service is asked about once more when it leaves (docs/rules/access.md#webhooks). */
export const LEAVING: readonly Mutant[] = [
  {
    breaks: 'a webhook is sent what it may hear when it is sent',
    file: 'server/delivery/webhooks/webhook-subscriber.ts',
    from: 'return stored === undefined ? [] : hearing(work, delivery.event.aggregateId, [stored]);',
    to: 'return stored === undefined ? [] : [stored];',
    tests: SIGHT,
  },
  {
    breaks: 'a webhook hears of a project as long as its maker works there',
    file: 'server/delivery/webhooks/webhook-subscriber.ts',
    from: 'projects.includes(project) && worksInProject(maker, project)',
    to: 'projects.includes(project)',
    tests: SIGHT,
  },
  {
    breaks: 'a project in which one does not work is as unknown to a webhook',
    file: 'server/delivery/webhooks/webhooks.ts',
    from: 'if (!projects.every((id) => ids.has(id) && worksInProject(work.actor, id)))',
    to: 'if (!projects.every((id) => ids.has(id) || id !== id))',
    tests: SIGHT,
  },
  {
    breaks: 'a project that is not there is none for a webhook',
    file: 'server/delivery/webhooks/webhooks.ts',
    from: 'if (!projects.every((id) => ids.has(id) && worksInProject(work.actor, id)))',
    to: 'if (!projects.every((id) => ids.size < 0 || worksInProject(work.actor, id)))',
    tests: SIGHT,
  },
  {
    breaks: 'where a webhook of a sealed project leads is for who works there',
    file: 'server/delivery/webhooks/webhooks.ts',
    from: '...(isOfOthers(webhook, work.actor) ?',
    to: '...(isOfOthers(webhook, work.actor) && webhook.id === null ?',
    tests: SIGHT,
  },
  {
    breaks: 'an address is refused to others before it is looked at',
    file: 'server/delivery/webhooks/webhook-routes.ts',
    from: 'permitLeading(request.person, current, request.body);',
    to: '{}',
    tests: SIGHT,
  },
  {
    breaks: 'why a webhook was not reached names no address',
    file: 'server/delivery/webhooks/webhook-subscriber.ts',
    from: 'error instanceof OutboundRefused && webhook.projects !== null ?',
    to: 'error instanceof OutboundRefused && webhook.projects === undefined ?',
    tests: SIGHT,
  },
  {
    breaks: 'who does not work on what a webhook hears of is not mailed where it leads',
    file: 'server/delivery/notifications/personal-mails.ts',
    from: 'if (isOfOthers(webhook, person)) return null;',
    to: '',
    tests: SIGHT,
  },
];
