/** The rules of links, roles and projects (docs/rules/tickets.md, docs/rules/people.md, docs/rules/projects-and-templates.md). */
import { type KnownTicket, type Model, type Prediction, record, refused, succeeded, type Who } from './model.ts';
import { apply } from './ticket-rules.ts';

const FORBIDDEN = refused('403 forbidden');

export function link(
  model: Model,
  who: Who,
  [from, to]: readonly [KnownTicket | undefined, KnownTicket | undefined],
  type: string | undefined,
): Prediction {
  if (!model.isDeveloper(who)) return FORBIDDEN;
  if (from === undefined && to === undefined) return refused('404 ticket_not_found', '400 ticket_relation_self_ref');
  if (from === undefined) return refused('404 ticket_not_found');
  if (to === undefined) return refused('404 related_ticket_not_found');
  if (from === to) return refused('400 ticket_relation_self_ref');
  const existing = model.linkBetween(from, to);
  if (existing && (type === undefined || (existing.type === type && (type === 'related' || existing.from === from))))
    return succeeded(200);
  if (existing) Object.assign(existing, { from, to, type });
  else model.links.push({ from, to, type: type ?? 'related' });
  for (const ticket of [from, to]) record(ticket, 'ticket.updated');
  return succeeded(existing ? 200 : 201);
}

export function unlink(
  model: Model,
  who: Who,
  [source, other]: readonly [KnownTicket | undefined, KnownTicket | undefined],
): Prediction {
  if (!model.isDeveloper(who)) return FORBIDDEN;
  if (source === undefined) return refused('404 ticket_not_found');
  const existing = other && model.linkBetween(source, other);
  if (!existing) return refused('404 ticket_relation_not_found');
  model.links.splice(model.links.indexOf(existing), 1);
  for (const ticket of [existing.from, existing.to]) record(ticket, 'ticket.updated');
  return succeeded(204);
}

export function setRole(model: Model, who: Who, whom: Who, role: 'user' | 'developer'): Prediction {
  if (!model.isDeveloper(who)) return FORBIDDEN;
  model.roles[whom] = role;
  return succeeded(200);
}

export function addProject(model: Model, who: Who): Prediction {
  if (!model.isDeveloper(who)) return FORBIDDEN;
  return succeeded(201, ({ id }) => {
    model.projects.push({ id, isLive: true });
  });
}

export function removeProject(
  model: Model,
  who: Who,
  project: { id: string; isLive: boolean } | undefined,
): Prediction {
  if (!model.isDeveloper(who)) return FORBIDDEN;
  if (!project?.isLive) return refused('404 project_not_found');
  project.isLive = false;
  for (const ticket of model.tickets)
    if (ticket.fields.project_id === project.id) apply(model, ticket, { ...ticket.fields, project_id: null });
  return succeeded(204);
}
