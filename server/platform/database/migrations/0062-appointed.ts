import type { ColumnTypes, Dialect } from '../dialect.ts';

/** A condition on the person and the project of a row of `tickets` joined with its reporter. */
const memberAnd = (condition: string): string => `exists (select 1 from project_teams
  inner join team_members on team_members.team_id = project_teams.team_id
  where project_teams.project_id = tickets.project_id and level = 'work' and user_id = tickets.reporter_id${condition})`;

const WORKS = `(not exists (select 1 from projects where projects.id = tickets.project_id and sealed) or ${memberAnd('')})`;
const NAMED = `(${memberAnd(' and is_lead')} or (coalesce(tickets.assignee_id = tickets.reporter_id, false) and ${WORKS}))`;

/**
 * Whether the ticket of a row was restricted before its person was added. Somebody who restricts a ticket is added to it
 * just before.
 */
const wasRestricted = (row: string): string => {
  const changes = (value: string, condition: string, order: string) => `(select ${value} from ticket_history
    where ticket_history.ticket_id = tickets.id and field = 'restricted'${condition} order by created_at ${order} limit 1)`;
  return `coalesce(${changes('new_value', ` and created_at < ${row}.added_at`, 'desc')}, ${changes('old_value', '', 'asc')},
    case when tickets.restricted and ${row}.user_id <> ${row}.added_by then 'true' else 'false' end) = 'true'`;
};

/** Whether a worker added the person of a row, as far as is still to be seen: anybody but a reporter who did not work there. */
const appointed = (row: string): string => `not exists (select 1 from tickets
  inner join users on users.id = tickets.reporter_id
  where tickets.id = coalesce(${row}.merged_from_id, ${row}.ticket_id) and tickets.reporter_id = ${row}.added_by
    and not (users.role = 'developer' and case when ${wasRestricted(row)} then ${NAMED} else ${WORKS} end))`;

const FILL = `update ticket_people set appointed = ${appointed('ticket_people')} where appointed is null`;

/** A version before writes rows without it, and so do exports of one. */
const trigger = ({ name }: Dialect): string[] => {
  const follow = `${FILL} and ticket_people.ticket_id = new.ticket_id and ticket_people.user_id = new.user_id`;
  const when = 'insert on ticket_people for each row when (new.appointed is null)';
  return name === 'sqlite'
    ? [`create trigger appointed after ${when} begin ${follow}; end`]
    : [
        `create function appointed() returns trigger language plpgsql as $$ begin ${follow}; return null; end $$`,
        `create trigger appointed after ${when} execute function appointed()`,
      ];
};

/** Whether a worker added somebody to a ticket, or confirmed them: a developer then works on it while it is restricted. */
export const appointment = {
  name: '0062-appointed',
  statements: (t: ColumnTypes, dialect: Dialect) => [
    `alter table ticket_people add column appointed ${t.flag}`,
    FILL,
    ...trigger(dialect),
  ],
};
