import type { Mutant } from './mutant.ts';

const BELONGINGS = ['server/tickets/projects/belongings.api.test.ts'];
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
  {
    breaks: 'who reads a sealed project changes nothing that belongs to it',
    file: 'server/access/ticket-permissions.ts',
    from: 'if (project !== null && !worksInProject(person, project))',
    to: 'if (project !== null && person.id === project)',
    tests: BELONGINGS,
  },
  {
    breaks: 'a template is removed by who works in its project',
    file: 'server/tickets/templates/templates.ts',
    from: 'await findOwnTemplate(work, id);\n  await work.of(TemplateStore).delete(id);',
    to: 'await work.of(TemplateStore).delete(id);',
    tests: BELONGINGS,
  },
  {
    breaks: 'an inactive template is there for who sees its project',
    file: 'server/tickets/templates/templates.ts',
    from: ': isDeveloper(actor) && (project_id === null || seesProject(actor, project_id));',
    to: ': isDeveloper(actor);',
    tests: BELONGINGS,
  },
  {
    breaks: "a sealed project's icon is for who sees the project",
    file: 'server/tickets/projects/projects.ts',
    from: 'if (isPrivate && (work.actor === null || !seesProject(work.actor, id)))',
    to: 'if (isPrivate && work.actor?.id === id)',
    tests: BELONGINGS,
  },
  {
    breaks: 'an icon that is not for anyone is kept by nobody in between',
    file: 'server/people/pictures/picture-sender.ts',
    from: "CACHING[isPrivate ? 'asking' : keep]",
    to: 'CACHING[keep]',
    tests: BELONGINGS,
  },
  {
    breaks: 'an address that is not for one is refused before a picture is read',
    file: 'server/people/pictures/picture-routes.ts',
    from: 'if (permit) await request.read((work) => permit(work, changed(request)));',
    to: '{}',
    tests: BELONGINGS,
  },
  {
    breaks: 'no code tells of a label on tickets that one does not see',
    file: 'server/tickets/labels/labels.ts',
    from: 'if ((await showLabel(work, id)).tickets > 0)',
    to: 'if ((await work.of(LabelStore).onTickets({ id })).length > 0)',
    tests: BELONGINGS,
  },
];
