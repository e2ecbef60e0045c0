import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AUDIT_ACTIONS, type AuditAction } from '../../../../contract/audit-words.ts';
import { teamNamesQuery } from '../../backend/access.ts';
import { type AuditDetails, type AuditEntry, auditQuery, type RecordFilter } from '../../backend/audit.ts';
import { gitConnectionsQuery } from '../../backend/git-connections.ts';
import { developersQuery, formerQuery, peopleByIdQuery } from '../../backend/people.ts';
import { everyProjectQuery } from '../../backend/projects.ts';
import { calendarsQuery } from '../../backend/promises.ts';
import { ticketNumberQuery } from '../../backend/ticket-detail.ts';
import { webhooksQuery } from '../../backend/webhooks.ts';
import { Ago } from '../../design/ago.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Pending, ShowMore } from '../../design/pending.tsx';
import { choicesOf, Select } from '../../design/select.tsx';
import { changedName } from '../../texts/changed-name.ts';
import { number } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';
import { useSectionSearch } from './entries.tsx';

/** The record of changes. Its filter stands in the address. */
export function Records() {
  const [search, go] = useSectionSearch('records');
  const filter = { action: AUDIT_ACTIONS.find((action) => action === search.action), actor: search.actor };
  return <RecordList filter={filter} onFilter={go} />;
}

interface RecordListProps {
  filter: RecordFilter;
  onFilter: (filter: RecordFilter) => void;
}

export function RecordList({ filter, onFilter }: RecordListProps) {
  const audit = useInfiniteQuery(auditQuery(filter));
  const entries = audit.data?.pages.flatMap((page) => page.items) ?? [];
  const names = useNames(entries.flatMap(peopleOf));
  return (
    <Section title={t('admin.records')}>
      <Filters filter={filter} onFilter={onFilter} />
      {!audit.data && <Pending query={audit} />}
      {audit.data && entries.length === 0 && (
        <Empty text={t(filter.action || filter.actor ? 'record.noneMatch' : 'record.none')} />
      )}
      <ul>
        {entries.map((entry) => (
          <RecordRow key={entry.id} entry={entry} nameOf={(id) => names.get(id) ?? undefined} />
        ))}
      </ul>
      <ShowMore pages={audit} />
    </Section>
  );
}

/** The people whom an entry is about. */
function peopleOf({ target_type, target_id, details }: AuditEntry): string[] {
  const { user_id } = details as Details;
  const isPerson = target_type === 'user' || target_type === 'person' || target_type === 'mail_address';
  return [...(isPerson && target_id !== null ? [target_id] : []), ...(user_id === undefined ? [] : [user_id])];
}

/** Current names, by id. */
function useNames(ids: readonly string[]): ReadonlyMap<string, string | null> {
  const people = useQuery(peopleByIdQuery([...new Set(ids)])).data ?? [];
  const webhooks = useQuery(webhooksQuery).data ?? [];
  const connections = useQuery(gitConnectionsQuery).data ?? [];
  const teams = useQuery(teamNamesQuery).data ?? [];
  const projects = useQuery(everyProjectQuery).data ?? [];
  const calendars = useQuery(calendarsQuery).data ?? [];
  return new Map([
    ...[...people, ...connections, ...teams, ...projects, ...calendars].map(({ id, name }) => [id, name] as const),
    ...webhooks.map(({ id, url }) => [id, url] as const),
  ]);
}

const ALL = 'all';

function Filters({ filter, onFilter }: RecordListProps) {
  const developers = useQuery(developersQuery).data ?? [];
  const former = useQuery(formerQuery).data ?? [];
  const actors = [...developers, ...former].toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="grid gap-2 border-b border-line p-3 sm:grid-cols-2 md:px-5">
      <Select
        label={t('record.filterAction')}
        value={filter.action ?? ALL}
        onChoose={(action) => onFilter({ ...filter, action: action === ALL ? undefined : action })}
        choices={[
          { value: ALL, label: t('record.allActions') },
          ...AUDIT_ACTIONS.map((value) => ({
            value,
            label: maybeText(`recordAction.${value.replace('.', '_')}`) ?? value,
          })),
        ]}
      />
      <Select
        label={t('record.filterActor')}
        value={filter.actor ?? ALL}
        onChoose={(actor) => onFilter({ ...filter, actor: actor === ALL ? undefined : actor })}
        choices={[{ value: ALL, label: t('record.allActors') }, ...choicesOf(actors)]}
      />
    </div>
  );
}

const ICONS: Record<AuditEntry['target_type'], IconName> = {
  user: 'user',
  settings: 'gear',
  webhook: 'hook',
  git_connection: 'hook',
  token: 'lock',
  export: 'download',
  import: 'plus',
  person: 'user',
  mail_address: 'mail',
  team: 'user',
  project: 'folder',
  ticket: 'list',
  identity: 'user',
  passkey: 'lock',
  sign_in: 'lock',
  outbox: 'hook',
  table: 'download',
  calendar: 'calendar',
  answer_targets: 'clock',
  field: 'list',
};

function RecordRow({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOfTarget }) {
  return (
    <li className="flex gap-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0 md:px-5">
      <Icon name={ICONS[entry.target_type]} size={16} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{recordSentence(entry, nameOf)}</span>
        <span className="block text-xs text-muted">
          {entry.actor_name ?? t('record.nobody')}
          {entry.target_type === 'ticket' && entry.target_id !== null && <TicketNumber id={entry.target_id} />}
        </span>
      </span>
      <Ago at={entry.at} className="shrink-0 text-xs leading-5 text-muted" />
    </li>
  );
}

/** Leads to a ticket; nothing for who does not see it. */
function TicketNumber({ id }: { id: string }) {
  const { data } = useQuery(ticketNumberQuery(id));
  if (data === undefined) return null;
  return (
    <>
      {' · '}
      <Link
        to="/t/$number"
        params={{ number: String(data) }}
        className="tabular-nums text-accent-strong hover:underline"
      >
        #{data}
      </Link>
    </>
  );
}

// Entries of the audit, in words.
/** The name of what an entry is about, by its id; undefined when it is not there any more. */
type NameOfTarget = (id: string) => string | undefined;

/** Everything that the details of any action may have. */
type Details = Partial<UnionToIntersection<AuditDetails[AuditAction]>>;
type UnionToIntersection<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

const PRODUCTS: Readonly<Record<string, string>> = {
  github: 'GitHub',
  jira: 'Jira',
  kwit: 'Kwit',
  openarca: 'OpenArca',
  osticket: 'osTicket',
  redmine: 'Redmine',
  trello: 'Trello',
  zammad: 'Zammad',
  zendesk: 'Zendesk',
};

export function recordSentence(entry: AuditEntry, nameOf: NameOfTarget): string {
  const { old_role, new_role, names, source, tickets, count, key, error, restricted, user_id } =
    entry.details as Details;
  const nameIn = (id: string | null | undefined) => (id && nameOf(id)) || t('record.gone');
  const values = {
    name: nameIn(entry.target_id),
    person: nameIn(user_id),
    from: roleIn(old_role),
    to: roleIn(new_role),
    names: (names ?? []).map(changedName).join(', '),
    source: PRODUCTS[source ?? ''] ?? t('record.table'),
    tickets: number(tickets ?? 0, 0),
    count: count ?? 0,
    key: key ?? '',
    error: maybeText(`recordError.${error}`) ?? t('recordError.sign_in_failed'),
  };
  const isOpened = entry.action === 'ticket.restricted' && restricted === false;
  const action = entry.action.replace('.', '_');
  // A later version may have recorded what this page does not know.
  return maybeText(`record.${action}${isOpened ? '_no' : ''}`, values) ?? t('record.later');
}

const roleIn = (role: string | undefined): string => (role === undefined ? '' : (maybeText(`role.${role}`) ?? role));
