import { Type } from 'typebox';
import { IdPath } from '#contract/scalars.ts';
import { MemberPath, Team, TeamDraft, TeamMembership } from '#contract/teams.ts';
import { NoContent, operation, type Routes } from '#platform/serving';
import { addTeam, changeTeam, listTeams, putTeamMember, removeTeam, removeTeamMember, showTeam } from './teams.ts';

const tag = 'Teams';
const reads = { tag, access: 'signed-in', scope: 'read' } as const;
const changed = { tag, access: 'developer', scope: 'admin' } as const;

const listing = operation({
  ...reads,
  operationId: 'listTeams',
  summary: 'List teams by name; for developers with their people',
  answers: { 200: Type.Array(Team) },
});

const showing = operation({
  ...reads,
  operationId: 'getTeam',
  summary: 'Read a team',
  params: IdPath,
  answers: { 200: Team },
  refuses: ['team_not_found'],
});

const adding = operation({
  operationId: 'addTeam',
  summary: 'Make a team, which you lead',
  ...changed,
  body: TeamDraft,
  answers: { 201: Team },
  refuses: ['too_many_requests', 'team_exists', 'limit_reached'],
});

const changing = operation({
  operationId: 'changeTeam',
  summary: 'Rename a team that you lead',
  ...changed,
  params: IdPath,
  body: TeamDraft,
  answers: { 200: Team },
  refuses: ['too_many_requests', 'forbidden', 'team_not_found', 'team_exists'],
});

const removing = operation({
  operationId: 'removeTeam',
  summary: 'Remove a team that no project names',
  ...changed,
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'team_not_found', 'team_in_use'],
});

const putting = operation({
  operationId: 'putTeamMember',
  summary: 'Put somebody into a team, or change whether they lead it',
  ...changed,
  params: MemberPath,
  body: TeamMembership,
  answers: { 204: NoContent },
  refuses: [
    'too_many_requests',
    'forbidden',
    'team_not_found',
    'user_not_found',
    'cannot_be_added',
    'cannot_lead',
    'limit_reached',
    'would_be_orphaned',
    'managed_by_sign_in',
  ],
});

const takingOut = operation({
  operationId: 'removeTeamMember',
  summary: 'Take somebody out of a team',
  ...changed,
  params: MemberPath,
  answers: { 204: NoContent },
  refuses: [
    'too_many_requests',
    'forbidden',
    'team_not_found',
    'user_not_found',
    'would_be_orphaned',
    'managed_by_sign_in',
  ],
});

/** Teams and their people. */
export async function teamRoutes(routes: Routes): Promise<void> {
  routes.get('/api/teams', listing, (request) => request.read(listTeams));
  routes.get('/api/teams/:id', showing, (request) => request.read((work) => showTeam(work, request.params.id)));

  routes.post('/api/teams', adding, (request) => request.write((work) => addTeam(work, request.body)));

  routes.patch('/api/teams/:id', changing, (request) =>
    request.write((work) => changeTeam(work, request.params.id, request.body)),
  );

  routes.delete('/api/teams/:id', removing, (request) => request.write((work) => removeTeam(work, request.params.id)));

  routes.put('/api/teams/:id/members/:userId', putting, (request) => {
    const { id, userId } = request.params;
    return request.write((work) => putTeamMember(work, id, userId, request.body));
  });

  routes.delete('/api/teams/:id/members/:userId', takingOut, (request) => {
    const { id, userId } = request.params;
    return request.write((work) => removeTeamMember(work, id, userId));
  });
}
