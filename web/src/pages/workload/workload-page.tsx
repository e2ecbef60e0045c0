import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { WorkloadPerson, WorkloadRow } from '../../../../contract/statistics.ts';
import { type Workload, workloadQuery } from '../../backend/tickets.ts';
import { useCommands } from '../../commands/registry.ts';
import { Avatar } from '../../design/avatar.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { Empty } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { PageHeader } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { useOpeningCommands } from '../../ticket/peek/ticket-keys.ts';
import { usePeek, WithPeek } from '../../ticket/peek/with-peek.tsx';
import { PrioritySign, StatusSign } from '../../tickets/showing/status.tsx';
import { PlannedDay } from '../../tickets/showing/ticket-columns.tsx';
import { useRowKeys } from '../../tickets/walking/walk.ts';

const SHOWN = 6;
const LANES = ['in_progress', 'queue', 'blocked'] as const;
/** The order of a person's counts, which is that of their rows. */
const IN_HAND_FIRST = ['in_progress', 'verified', 'waiting', 'blocked', 'submitted'] as const;

interface Person {
  counted: WorkloadPerson;
  /** The tickets that the user may open, as many as the service lists. */
  rows: WorkloadRow[];
}

/** Everybody who has something, with the tickets of theirs that the user may open. */
export function peopleOf(workload: Workload): Person[] {
  const listed = [...LANES.flatMap((lane) => workload[lane]), ...workload.submitted].filter((row) => row.can_open);
  const rows = Map.groupBy(listed, ({ assignee_id }) => assignee_id);
  return workload.people.map((counted) => ({ counted, rows: rows.get(counted.assignee_id) ?? [] }));
}

const shownRows = ({ rows }: Person, all: boolean): WorkloadRow[] => (all ? rows : rows.slice(0, SHOWN));

export function WorkloadPage() {
  const query = useQuery(workloadQuery);
  const { data } = query;
  const people = data ? peopleOf(data) : [];
  const [unfolded, setUnfolded] = useState<readonly (string | null)[]>([]);
  const rows = people.flatMap((person) => shownRows(person, unfolded.includes(person.counted.assignee_id)));
  const current = useWorkloadKeys(rows);
  return (
    <WithPeek>
      <PageHeader
        title={t('nav.workload')}
        count={data ? t('workload.open', { count: data._stats.open }) : undefined}
      />
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 p-4 md:p-6">
        {!query.data && <Pending query={query} />}
        {data && (
          <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
            <Figure label={t('status.in_progress')} value={data._stats.in_progress} />
            <Figure label={t('workload.queue')} value={data._stats.queue} />
            <Figure label={t('status.blocked')} value={data._stats.blocked} />
            <Figure label={t('status.submitted')} value={data._stats.submitted} />
          </dl>
        )}
        {data && people.length === 0 && <Empty text={t('workload.empty')} />}
        {people.map((person) => (
          <PersonCard
            key={person.counted.assignee_id ?? 'nobody'}
            person={person}
            all={unfolded.includes(person.counted.assignee_id)}
            onUnfold={() => setUnfolded([...unfolded, person.counted.assignee_id])}
            current={current?.id}
          />
        ))}
      </div>
    </WithPeek>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse rounded-xl border border-line bg-surface px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{number(value, 0)}</dd>
    </div>
  );
}

/** J and K move over the rows of all people, Enter opens, Space shows beside, R replies. */
function useWorkloadKeys(rows: readonly WorkloadRow[]): WorkloadRow | undefined {
  const { peek, open } = usePeek();
  const { current, commands } = useRowKeys(rows, {
    peek,
    onStep: ({ number }) => peek !== undefined && open(number),
  });
  useCommands([...commands, ...useOpeningCommands(current)]);
  return current;
}

interface PersonCardProps {
  person: Person;
  /** Whether all rows are shown. */
  all: boolean;
  onUnfold: () => void;
  /** The id of the ticket that J and K have reached. */
  current: string | undefined;
}

function PersonCard({ person, all, onUnfold, current }: PersonCardProps) {
  const { counted, rows } = person;
  const developer = useIsDeveloper();
  const nameOf = usePersonName();
  const { assignee_id: id, may_open: mayOpen } = counted;
  const hidden = IN_HAND_FIRST.reduce((sum, status) => sum + counted[status], 0) - mayOpen;
  const name = id === null ? t('assignee.nobodyYet') : nameOf(id, counted.assignee_name);
  return (
    <section aria-label={name} className="overflow-hidden rounded-xl border border-line bg-surface">
      <div className="flex min-h-13 items-center gap-3 border-b border-line px-4 md:px-5">
        {id ? <Avatar name={counted.assignee_name} size={32} /> : <Icon name="inbox" className="text-muted" />}
        <h2 className="min-w-0 flex-1 truncate font-semibold">{name}</h2>
        <Counts counted={counted} />
      </div>
      {shownRows(person, all).map((row) => (
        <Row key={row.id} row={row} current={row.id === current} />
      ))}
      {!all && rows.length > SHOWN && mayOpen <= rows.length && (
        <Button look="quiet" small onClick={onUnfold} className="m-1.5">
          {t('workload.more', { count: rows.length - SHOWN })}
        </Button>
      )}
      {mayOpen > rows.length && (
        <Link
          to={developer ? '/tickets' : '/my'}
          search={{ assignee: id ?? 'none', status: IN_HAND_FIRST.join(',') }}
          className={`${buttonClass('quiet', true)} m-1.5`}
        >
          {t('workload.inList', { count: mayOpen })}
        </Link>
      )}
      {hidden > 0 && (
        <p className="flex items-center gap-2 px-4 py-2.5 text-sm text-muted md:px-5">
          <Icon name="lock" size={16} />
          {t('workload.hidden', { count: hidden })}
        </p>
      )}
    </section>
  );
}

function Counts({ counted }: { counted: WorkloadPerson }): ReactNode {
  return (
    <span className="flex items-center gap-3 text-sm tabular-nums">
      {IN_HAND_FIRST.filter((status) => counted[status] > 0).map((status) => (
        <span key={status} className="flex items-center gap-1" title={t(`status.${status}`)}>
          <StatusSign status={status} />
          {counted[status]}
          <span className="sr-only">{t(`status.${status}`)}</span>
        </span>
      ))}
    </span>
  );
}

function Row({ row, current }: { row: WorkloadRow; current: boolean }) {
  const { open, peek } = usePeek();
  return (
    <button
      type="button"
      data-current={current || undefined}
      onClick={() => open(row.number)}
      className={classes(
        'flex min-h-11 w-full items-center gap-3 border-b border-line px-4 text-left text-sm scroll-my-20 last:border-b-0 hover:bg-hover md:px-5',
        (current || peek === row.number) && 'bg-hover shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <StatusSign status={row.status} />
      <span className="sr-only">{t(`status.${row.status}`)}</span>
      <span className="min-w-9 shrink-0 tabular-nums text-xs text-muted">#{row.number}</span>
      <span className="min-w-0 flex-1 truncate">{row.title}</span>
      <PlannedDay ticket={row} />
      <PrioritySign priority={row.priority} />
    </button>
  );
}
