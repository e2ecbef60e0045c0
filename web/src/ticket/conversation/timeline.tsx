import { useQuery } from '@tanstack/react-query';
import { Fragment, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { LONG_TEXTS } from '../../../../contract/words.ts';
import type { Comment } from '../../backend/comments.ts';
import { fieldsQuery } from '../../backend/fields.ts';
import { peopleByIdQuery } from '../../backend/people.ts';
import { everyProjectQuery } from '../../backend/projects.ts';
import type { HistoryEntry, TicketDetail } from '../../backend/tickets.ts';
import { Ago } from '../../design/ago.tsx';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { usePrinting, useVisible } from '../../design/window.ts';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { local } from '../../storage.ts';
import { day, moment, number } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';
import { fieldName } from '../../tickets/changing/change.ts';
import { localName } from '../../tickets/filling/filling.ts';
import { CommentCard } from './comment-card.tsx';
import { useGoToComment } from './comment-draft.ts';
import { type ConversationEntry, entriesOf, firstNewOf, isAnswer, useFolding } from './entries.ts';

/** A conversation of more entries may reach beyond the screen. */
const ROOMY = 8;

interface TimelineProps {
  ticket: TicketDetail;
  onReply?: ((to: Comment) => void) | undefined;
}

export function Timeline({ ticket, onReply }: TimelineProps) {
  const me = useMe().id;
  const entries = entriesOf(ticket, useIsDeveloper());
  const lookedBefore = useLookedBefore(ticket.id, entries.at(-1)?.at ?? ticket.created_at);
  const fresh = firstNewOf(entries, lookedBefore, me);
  const { first, folded, rest, showMore, reveal } = useFolding(entries, {
    fresh,
    always: isAnswer,
    all: usePrinting(),
  });
  const goTo = useGoToComment(reveal);
  const list = useRef<HTMLOListElement>(null);
  const newest = useRef<HTMLLIElement>(null);
  const nameOf = useNames(ticket);
  const personName = usePersonName();
  const shown = (entry: ConversationEntry) => (
    <Fragment key={entry.key}>
      {entry === entries[fresh] && <NewSinceLooked ref={newest} />}
      {entry.kind === 'comment' ? (
        <CommentCard comment={entry.comment} ticket={ticket} onReply={onReply} onGoTo={goTo} />
      ) : (
        <Line icon={ICONS[entry.kind]} at={entry.at} text={sentenceOf(entry, nameOf)} />
      )}
    </Fragment>
  );
  return (
    <section aria-label={t('timeline.title')}>
      <div className="mb-3 flex min-h-5 flex-wrap items-center gap-x-2">
        <h2 className="mr-auto text-sm font-semibold text-muted">{t('timeline.title')}</h2>
        {fresh >= 0 && (
          <Button look="quiet" small onClick={() => newest.current?.scrollIntoView({ block: 'center' })}>
            {t('timeline.new', { count: entries.length - fresh })}
          </Button>
        )}
        {entries.length > ROOMY && (
          <Button
            look="quiet"
            small
            icon="down"
            onClick={() => list.current?.lastElementChild?.scrollIntoView({ block: 'center' })}
          >
            {t('timeline.toNewest')}
          </Button>
        )}
      </div>
      <ol ref={list} className="flex flex-col gap-3">
        <Line
          icon="plus"
          at={ticket.created_at}
          text={t('timeline.created', { name: personName(ticket.reporter_id, ticket.reporter_name) })}
        />
        {first.map(shown)}
        {folded > 0 && (
          <li>
            <Button look="quiet" small icon="more" onClick={showMore} className="w-full">
              {t('timeline.folded', { count: folded })}
            </Button>
          </li>
        )}
        {rest.map(shown)}
      </ol>
    </section>
  );
}

/** Changes by others since the user last looked begin below this line. */
function NewSinceLooked({ ref }: { ref: Ref<HTMLLIElement> }) {
  return (
    <li ref={ref} className="flex items-center gap-3 text-xs font-semibold text-accent">
      <span aria-hidden="true" className="h-px flex-1 bg-accent" />
      {t('timeline.newSince')}
      <span aria-hidden="true" className="h-px flex-1 bg-accent" />
    </li>
  );
}

const ICONS = { changes: 'history', files: 'clip', link: 'link' } as const;

function sentenceOf(entry: Exclude<ConversationEntry, { kind: 'comment' }>, nameOf: NameOf): string {
  if (entry.kind === 'changes') return changeSentence(entry.changes, nameOf);
  if (entry.kind === 'link') {
    const { created_by_name: name, title, url } = entry.link;
    return t('timeline.link', { name: name ?? t('field.nobody'), title: title || url });
  }
  const names = entry.files.map((file) => file.original_name).join(', ');
  return t('timeline.files', { count: entry.files.length, names });
}

function Line({ icon, at, text }: { icon: 'plus' | 'clip' | 'history' | 'link'; at: string; text: string }) {
  return (
    <li className="flex items-start gap-3 pl-1 text-sm text-muted">
      <Icon name={icon} size={16} className="mt-0.5 text-faint" />
      <span className="line-clamp-3 min-w-0">
        {text} <Ago at={at} className="text-xs whitespace-nowrap text-faint" />
      </span>
    </li>
  );
}

/** The names for the ids in a ticket's history: from the ticket, the projects and, for developers, the users. */
function useNames(ticket: TicketDetail): NameOf {
  const developer = useIsDeveloper();
  const inTicket = useMemo(() => namesIn(ticket), [ticket]);
  const missing = useMemo(() => assigneesOf(ticket).filter((id) => !inTicket.has(id)), [ticket, inTicket]);
  const byId = peopleByIdQuery(missing);
  const people = useQuery({ ...byId, enabled: developer && missing.length > 0 }).data;
  const projects = useQuery(everyProjectQuery).data;
  const fields = useQuery({ ...fieldsQuery, enabled: ticket.history.some(({ field }) => isNamedField(field)) }).data;
  return useMemo(() => {
    const others = [...(people ?? []), ...(projects ?? [])].map(({ id, name }) => [id, name] as const);
    const ofFields = (fields ?? []).map((field) => [`fields.${field.key}`, localName(field)] as const);
    const names = new Map<string | null, string | null>([...inTicket, ...others, ...ofFields]);
    return (id) => names.get(id) ?? undefined;
  }, [inTicket, people, projects, fields]);
}

/** Whether the history names a field of a category or a project. */
const isNamedField = (field: string): boolean => field.startsWith('fields.');

function namesIn(ticket: TicketDetail): Map<string | null, string | null> {
  return new Map([
    [ticket.assignee_id, ticket.assignee_name],
    [ticket.reporter_id, ticket.reporter_name],
    [ticket.project_id, ticket.project_name],
    ...[...ticket.comments, ...ticket.history].map(({ user_id, user_name }) => [user_id, user_name] as const),
  ]);
}

/** Everybody to whom it was ever assigned. */
const assigneesOf = ({ history }: TicketDetail): string[] =>
  history
    .filter(({ field }) => field === 'assignee_id')
    .flatMap(({ old_value, new_value }) => [old_value, new_value].filter((id) => id !== null));

// The last place that the user has seen in each conversation on this device, so that the next visit shows what is new.
const PLACE = 'kwit.looked.';
/** The tickets that are looked at last; the others count as never looked at. */
const MOST_TICKETS = 500;

/** By the id of a ticket, when the last entry that the user has seen was made, by the clock of the service. */
type Looked = Record<string, string>;

function read(me: string): Looked {
  try {
    return JSON.parse(local.get(PLACE + me) ?? '{}') as Looked;
  } catch {
    return {};
  }
}

function keep(me: string, ticket: string, at: string): void {
  const { [ticket]: _, ...others } = read(me);
  const latest = Object.fromEntries([...Object.entries(others), [ticket, at]].slice(-MOST_TICKETS));
  local.set(PLACE + me, JSON.stringify(latest));
}

/**
 * When the user last looked at a ticket, while they look at it now; undefined when this is the first time.
 *
 * @param newest when its last entry was made. From now on that counts as seen.
 */
function useLookedBefore(ticket: string, newest: string): string | undefined {
  const me = useMe().id;
  const visible = useVisible();
  const [before] = useState(() => read(me)[ticket]);
  useEffect(() => {
    if (visible) keep(me, ticket, newest);
  }, [me, ticket, newest, visible]);
  return before;
}

// Writes the changes that one user made at one moment as a sentence.
const WORDS: Record<string, string> = {
  status: 'status',
  merged_status: 'status',
  priority: 'priority',
  urgency_reporter: 'urgency',
  category: 'category',
};

/** Fields whose values are ids. The sentence has names instead. */
const IDS = ['assignee_id', 'project_id'];

type NameOf = (id: string) => string | undefined;

/** The value in words; undefined for an id without a known name. */
function wordFor(field: string, value: string | null, nameOf: NameOf): string | undefined {
  if (value === null || value === '') return t('field.none');
  const family = WORDS[field];
  if (family) return maybeText(`${family}.${value}`) ?? value;
  if (field === 'planned_date') return day(value);
  if (field === 'due_at') return moment(value);
  if (field === 'estimated_hours') return t('field.hours', { count: number(Number(value)) });
  if (isNamedField(field) && (value === 'true' || value === 'false'))
    return t(value === 'true' ? 'asked.yes' : 'asked.no');
  return IDS.includes(field) ? nameOf(value) : value;
}

export function changeSentence(changes: readonly HistoryEntry[], nameOf: NameOf): string {
  const [first] = changes;
  const name = first?.user_name ?? t('field.nobody');
  return t('timeline.line', {
    name: first?.via ? t('timeline.via', { name, token: first.via }) : name,
    what: changes.map((change) => phrase(change, nameOf)).join(t('timeline.join')),
  });
}

function phrase(change: HistoryEntry, nameOf: NameOf): string {
  const did = maybeText(`timeline.did_${change.field}${change.new_value === null ? '_no' : ''}`, {
    from: change.old_value ?? '',
    to: change.new_value ?? '',
  });
  if (did !== undefined) return did;
  if (change.field === 'restricted')
    return t(change.new_value === 'true' ? 'timeline.restricted' : 'timeline.unrestricted');
  // A reader of the history may not know the team.
  if (change.field === 'team_id') return t(change.new_value === null ? 'timeline.team_no' : 'timeline.team');
  if (change.field === 'assignee_id' && change.new_value !== null && change.new_value === change.user_id)
    return t('timeline.assignedSelf');
  // A form's question is not always a name: "edited the what should happen".
  const field = isNamedField(change.field)
    ? (nameOf(change.field) ?? change.field.slice('fields.'.length))
    : (maybeText(`timeline.name_${change.field}`) ?? fieldName(change.field).toLowerCase());
  const from = wordFor(change.field, change.old_value, nameOf);
  const to = wordFor(change.field, change.new_value, nameOf);
  // The service leaves out what the reader may not know, such as a sealed project: then both are missing.
  const isUntold = change.old_value === null && change.new_value === null;
  if ((LONG_TEXTS as readonly string[]).includes(change.field) || isUntold || from === undefined || to === undefined)
    return t('timeline.changedText', { field });
  if (change.field === 'assignee_id')
    return change.new_value ? t('timeline.assigned', { to }) : t('timeline.unassigned', { from });
  if (WORDS[change.field] === 'status') return t('timeline.status', { to });
  if (!change.new_value) return t('timeline.cleared', { field, from });
  return change.old_value ? t('timeline.changed', { field, from, to }) : t('timeline.set', { field, to });
}
