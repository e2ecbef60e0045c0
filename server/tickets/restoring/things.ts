import { permitBelongings } from '#access';
import type { TaskChange } from '#contract/dev-tasks.ts';
import type { LabelChanges } from '#contract/labels.ts';
import type { ProjectChange } from '#contract/projects.ts';
import type { TemplateChange } from '#contract/templates.ts';
import { type Restorer, recordThing, restoreRows, type ThingKind, thingOf, thingRestorer, whatIsThere } from '#events';
import { Failure, isDeveloper, type StoredPicture } from '#platform';
import {
  changeLabel,
  MERGED,
  mergeLabel,
  permitLabels,
  removeLabel,
  showLabel,
  unmergeLabel,
} from '../labels/labels.ts';
import { changeIcon, changeProject, findProject, showProject } from '../projects/projects.ts';
import { followProject, permitProject, removeProject } from '../projects/remove-project.ts';
import { BY_HAND, recordSync } from '../sync-task.ts';
import { TaskStore } from '../task-store.ts';
import { changeTask, removeTask } from '../tasks/tasks.ts';
import { TeamStore } from '../team-store.ts';
import {
  changeTeam,
  followTeam,
  memberField,
  permitTeam,
  putTeamMember,
  removeTeam,
  removeTeamMember,
} from '../teams/teams.ts';
import { changeTemplate, removeTemplate, showTemplate } from '../templates/templates.ts';
import { projectIconUrl } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';

/** The thing as the caller sees it; undefined where it is not there for them. */
const orNone = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });

const TEMPLATES: ThingKind = {
  table: 'ticket_templates',
  own: [],
  may: isDeveloper,
  show: (work, id) => orNone(showTemplate(work, id)),
  change: (work, id, changes) => changeTemplate(work, id, changes as TemplateChange),
  remove: removeTemplate,
  permit: ({ actor }, { ticket_templates: [template] = [] }) => permitBelongings(actor, template?.project_id ?? null),
};

const TASKS: ThingKind = {
  table: 'dev_tasks',
  own: [],
  may: isDeveloper,
  show: (work, id) => work.of(TaskStore).findOf({ owner: work.actor.id, id }),
  change: (work, id, changes) => changeTask(work, id, changes as TaskChange),
  remove: removeTask,
  async permit(work, { dev_tasks: [task] = [] }) {
    const ticket_id = task?.ticket_id ?? null;
    if (ticket_id === null) return;
    // The ticket is somebody else's or nobody's, or has made another task meanwhile.
    const ticket = await work.of(TicketStore).hold(ticket_id);
    if (ticket?.assignee_id !== work.actor.id || (await work.of(TaskStore).ofTicket({ ticket_id })) !== undefined)
      throw new Failure('ticket_not_available');
  },
  async restored(work, { dev_tasks: [task] = [] }) {
    const ticket = task?.ticket_id ? await work.of(TicketStore).hold(task.ticket_id) : undefined;
    if (task !== undefined && ticket !== undefined) await recordSync(work, ticket, task.id, BY_HAND);
  },
};

const LABELS: ThingKind = {
  table: 'labels',
  own: [],
  may: isDeveloper,
  show: (work, id) => orNone(showLabel(work, id)),
  change: (work, id, changes) => changeLabel(work, id, changes as LabelChanges),
  remove: removeLabel,
  permit: (work, { labels = [] }) => permitLabels(work, labels),
};

const PROJECTS: ThingKind = {
  table: 'projects',
  own: ['project_teams'],
  may: isDeveloper,
  async show(work, id) {
    const project = await orNone(findProject(work, id));
    return project && { ...(await showProject(work, project)), icon: projectIconUrl(id, project.icon_filename) };
  },
  async change(work, id, { icon, picture = null, ...changes }, { confirm }) {
    if (icon !== undefined) await changeIcon(work, id, picture as StoredPicture | null);
    if (Object.keys(changes).length > 0) await changeProject(work, id, { ...changes, confirm } as ProjectChange);
  },
  remove: (work, id, { confirm }) => removeProject(work, id, confirm),
  permit: permitProject,
  restored: followProject,
};

const TEAMS: ThingKind = {
  table: 'teams',
  own: ['team_members'],
  may: isDeveloper,
  async show(work, id) {
    const team = await work.of(TeamStore).find(id);
    if (team === undefined) return undefined;
    const members = await work.of(TeamStore).membersOf(id);
    const inIt = members.map(({ user_id, is_lead }) => [memberField(user_id), { is_lead: is_lead === 1 }] as const);
    return { name: team.name, ...Object.fromEntries(inIt) };
  },
  async change(work, id, { name, ...members }) {
    if (name !== undefined) await changeTeam(work, id, { name: String(name) });
    for (const [field, value] of Object.entries(members)) {
      const user = field.slice(memberField('').length);
      if (value === null) await removeTeamMember(work, id, user);
      else await putTeamMember(work, id, user, value as { is_lead: boolean });
    }
  },
  remove: removeTeam,
  permit: permitTeam,
  restored: followTeam,
};

const labels = thingRestorer(LABELS);
const projects = thingRestorer(PROJECTS);

const parsed = (json: string | null) => (json === null ? null : JSON.parse(json));

/** Projects. The file of an icon that was replaced goes for good as what was removed does. */
const projectRestorer: Restorer = {
  ...projects,
  async present(work, lines) {
    const values = new Map(await projects.present(work, lines));
    const pictures = lines.flatMap((line) => {
      const { keptId = null } = (line.field === 'icon' && parsed(line.before)?.picture) || {};
      return keptId === null ? [] : [{ ...line, thing_id: keptId }];
    });
    const there = await whatIsThere(work, 'projects', pictures);
    for (const { id } of pictures) if (!there.has(id)) values.delete(id);
    return values;
  },
};

/** Labels, which are merged, too: each ticket wears again what it wore. */
const labelRestorer: Restorer = {
  ...labels,
  async present(work, lines) {
    const [merged, others] = [
      lines.filter(({ field }) => field === MERGED),
      lines.filter(({ field }) => field !== MERGED),
    ];
    const values = new Map(await labels.present(work, others));
    const there = await labels.present(
      work,
      merged.map((line) => ({ ...line, field: 'created', undoes_id: line.id })),
    );
    for (const { id, old_value, new_value } of merged)
      if (there.has(id)) values.set(id, there.get(id) === true ? null : parsed(new_value ?? old_value));
    return values;
  },
  async restore(work, lines, how) {
    for (const line of lines.filter(({ field }) => field === MERGED)) {
      const { thing_id: id, new_value, old_value, before } = line;
      if (id === null) continue;
      if (new_value === null) await mergeLabel(work, id, parsed(old_value).id);
      else {
        await restoreRows(work, id, (rows) => LABELS.permit(work, rows));
        await unmergeLabel(work, parsed(new_value).id, parsed(before) ?? []);
        recordThing(work, thingOf(line), { [MERGED]: parsed(new_value) }, { [MERGED]: null });
      }
    }
    await labels.restore(
      work,
      lines.filter(({ field }) => field !== MERGED),
      how,
    );
  },
};

/** Puts back what acts changed besides tickets. */
export const thingRestorers: Readonly<Record<string, Restorer>> = {
  label: labelRestorer,
  template: thingRestorer(TEMPLATES),
  task: thingRestorer(TASKS),
  project: projectRestorer,
  team: thingRestorer(TEAMS),
};
