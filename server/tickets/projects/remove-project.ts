import { isSealedProject, worksByTeam } from '#access';
import { lockPromises, reviseWaits } from '#conversation';
import { type Rows, recordEvent, recordHistory, removeThing } from '#events';
import { resettleDetached } from '#memory';
import { withoutOrphans } from '#people';
import { Failure, type Work } from '#platform';
import { recordAudit } from '#settings';
import { permitFieldsBack } from '../fields/fields.ts';
import { permitLabels } from '../labels/labels.ts';
import { ProjectStore } from '../project-store.ts';
import { TeamStore } from '../team-store.ts';
import { TemplateStore } from '../templates/template-store.ts';
import { factsBefore } from '../ticket-change.ts';
import { TicketStore } from '../ticket-store.ts';
import { permitChanging, projectThing, recordAccess } from './projects.ts';
import { revealing } from './revealing.ts';

/**
 * Removes a project; its tickets stay and lose it (docs/rules/projects-and-templates.md#removing-a-project), each with
 * its history and its event, in one transaction. It switches the templates of the project off, for they would be
 * offered with every other project.
 *
 * @throws Failure `project_not_found`, `forbidden`, `would_be_orphaned`, `would_reveal`.
 */
export async function removeProject(work: Work, id: string, isConfirmed: boolean): Promise<void> {
  await lockPromises(work);
  const project = await work.of(ProjectStore).hold(id);
  if (project === undefined) throw new Failure('project_not_found');
  permitChanging(work, id);
  const remove = async () => {
    const restricted = await work.of(TicketStore).restrictedIn({ project: id });
    const detached = await work.of(TicketStore).detachFrom({ project: id, now: work.now });
    for (const ticket of detached) {
      await recordHistory(work, ticket.id, [
        { field: 'project_id', from: isSealedProject(project) ? null : id, to: null },
      ]);
      work.lines.push({ ticketId: ticket.id, field: 'project_id', old: id });
      const before = restricted.find((row) => row.id === ticket.id);
      const internal = before === undefined ? {} : { internal: factsBefore(before) };
      await recordEvent(work, ticket, 'ticket.updated', { changed: ['project_id'], ...internal });
    }
    await retireTemplates(work, id);
    await removeThing(work, projectThing(project), PARTS, { inbound_mails: 'project_id' });
    await reviseWaits(work);
    if (isSealedProject(project)) await resettleDetached(work, detached);
    await recordAudit(work, 'project.deleted', id, {});
  };
  if (isSealedProject(project)) await revealing(work, id, isConfirmed, () => withoutOrphans(work, remove));
  else await withoutOrphans(work, remove);
}

/** Rows that go with a project. */
const PARTS = {
  ...({ projects: 'id', project_teams: 'project_id', notices: 'project_id', answer_targets: 'project_id' } as const),
  ...({ labels: 'project_id', ticket_labels: ['label_id', 'labels', 'project_id'] } as const),
  ...({ fields: 'project_id', field_values: ['field_id', 'fields', 'project_id'] } as const),
};

async function retireTemplates(work: Work, project: string): Promise<void> {
  for (const { id, name, project_id, is_active } of await work.of(TemplateStore).ofProject({ project_id: project })) {
    // In one line, so that none is offered with every project while its own one does not come back.
    const before = { is_active: is_active === 1 };
    work.lines.push({ thing: { type: 'template', id, name }, field: 'project_id', old: project_id, before });
  }
  await work.of(TemplateStore).retireThoseOf({ project, now: work.now });
}

/**
 * Permits to bring a project back with its labels and fields: a sealed one to those who worked there.
 *
 * @throws Failure `forbidden`; `label_exists`, `field_exists` where others have their names by now; `limit_reached`.
 */
export async function permitProject(
  work: Work,
  { projects: [project] = [], project_teams = [], labels = [], fields = [] }: Rows,
): Promise<void> {
  await lockPromises(work);
  await permitLabels(work, labels);
  await permitFieldsBack(work, fields);
  if (project === undefined || !isSealedProject(project)) return;
  const members = await Promise.all(
    project_teams.filter(worksByTeam).map(({ team_id }) => work.of(TeamStore).membersOf(team_id)),
  );
  if (!members.flat().some(({ user_id }) => user_id === work.actor.id)) throw new Failure('forbidden');
}

/** Settles a project that is back. */
export async function followProject(work: Work, { projects = [] }: Rows): Promise<void> {
  await reviseWaits(work);
  for (const project of projects)
    if (isSealedProject(project)) await recordAccess(work, project.id, ['sealed', 'teams']);
}
