import { IdPath } from '#contract/scalars.ts';
import { NoContent, operation, type Routes } from '#platform';
import { startFollowing, stopFollowing } from './follow.ts';

const described = {
  tag: 'Notices',
  access: 'developer',
  scope: 'write',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'ticket_not_found'],
} as const;

const following = operation({
  operationId: 'followTicket',
  ...described,
  summary: 'Follow a ticket: be told of its comments and of changes of its status',
});

const unfollowing = operation({
  operationId: 'unfollowTicket',
  ...described,
  summary: 'Follow a ticket no longer',
});

/** Following tickets (docs/rules/notices.md#following). */
export async function followRoutes(routes: Routes): Promise<void> {
  routes.put('/api/tickets/:id/following', following, async (request, reply) => {
    await request.write((work) => startFollowing(work, request.params.id));
    reply.code(204);
    return null;
  });

  routes.delete('/api/tickets/:id/following', unfollowing, async (request, reply) => {
    await request.write((work) => stopFollowing(work, request.params.id));
    reply.code(204);
    return null;
  });
}
