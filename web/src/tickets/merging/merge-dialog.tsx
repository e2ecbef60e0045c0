import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { closeAsDoubles, joinTickets, placeBeside, type Refused, refreshTickets } from '../../backend/merging.ts';
import { OPEN_STATUSES, type TicketSummary, ticketsQuery } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { CommandList, type Entry } from '../../design/command-list.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { refusalCode } from '../../design/feedback.tsx';
import { sendByKeys } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { TextAreaField } from '../../design/form-dialog.tsx';
import { toast, toastWhenDone } from '../../design/toast.tsx';
import { useDebounced } from '../../design/use-debounced.ts';
import { t } from '../../texts/texts.ts';
import type { MergeRequest } from '../changing/dialog-requests.ts';
import { undoOf } from '../changing/undo.ts';
import { LONGEST_ANSWER } from '../closing/answer-field.tsx';
import { StatusSign } from '../showing/status.tsx';
import { RefusedList } from './refused-list.tsx';

/** Asks into which ticket these are merged, and then how. */
export function MergeDialog({ request, onClose }: { request: MergeRequest; onClose: () => void }) {
  const { tickets } = request;
  const [target, setTarget] = useState<TicketSummary>();
  if (target) return <MergeForm request={request} target={target} onClose={onClose} />;
  return (
    <Dialog wide hideTitle onClose={onClose} title={titleOf(tickets)}>
      <TargetList tickets={tickets} onChoose={setTarget} />
    </Dialog>
  );
}

const titleOf = (tickets: readonly TicketSummary[]): string => {
  const [first] = tickets;
  return first && tickets.length === 1
    ? t('merging.titleOne', { number: first.number })
    : t('merging.titleMany', { count: tickets.length });
};

const WAYS = ['join', 'beside', 'double'] as const;
type Way = (typeof WAYS)[number];

interface MergeFormProps {
  request: MergeRequest;
  target: TicketSummary;
  onClose: () => void;
}

/** Says what happens to whom before it happens, and lets the user choose how. */
function MergeForm({ request, target, onClose }: MergeFormProps) {
  const [left, setLeft] = useState(() => request.tickets.filter(({ id }) => id !== target.id));
  const isForeign = left.some(({ reporter_id }) => reporter_id !== target.reporter_id);
  const [way, setWay] = useState<Way>(request.way ?? (isForeign ? 'beside' : 'join'));
  const [tell, setTell] = useState(false);
  const [answer, setAnswer] = useState(t('merging.doubleOf', { number: target.number }));
  const merge = useMerge({ request, target, onClose, left, setLeft });
  const names = [...new Set(left.map((ticket) => ticket.reporter_name ?? t('field.nobody')))].join(', ');
  const submit = () => {
    if (merge.busy) return;
    merge.run(way, { tell: tell && isForeign, answer: answer.trim() });
  };
  return (
    <Dialog
      wide
      onClose={onClose}
      title={t('merging.into', { number: target.number })}
      description={left.map(({ number, title }) => `#${number} ${title}`).join(' · ')}
    >
      <Form onSubmit={submit} onKeyDown={sendByKeys} className="contents">
        <DialogBody>
          <fieldset className="flex flex-col gap-2">
            <legend className="sr-only">{t('merging.how')}</legend>
            {WAYS.map((entry) => (
              <label
                key={entry}
                className="flex cursor-pointer gap-3 rounded-lg border border-line px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="way"
                  data-autofocus={entry === way || undefined}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                  checked={entry === way}
                  onChange={() => setWay(entry)}
                />
                <span className="min-w-0">
                  <span className="block text-sm font-semibold">{t(`merging.${entry}`)}</span>
                  <span className="block text-sm text-muted">
                    {t(`merging.${entry}Means`, { number: target.number, names })}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          {way === 'join' && isForeign && <TellReporters names={names} target={target} told={tell} onTell={setTell} />}
          {way === 'double' && (
            <TextAreaField
              label={t('closing.summary')}
              hint={t('merging.doubleHint')}
              rows={3}
              longest={LONGEST_ANSWER}
              value={answer}
              onChange={setAnswer}
            />
          )}
          <RefusedList tickets={left} refused={merge.refused} />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          {merge.reveals && (
            <Button look="danger" onClick={() => merge.run(way, { tell, answer, confirm: true })}>
              {t('merging.allTheSame')}
            </Button>
          )}
          <Button
            type="submit"
            look="primary"
            busy={merge.busy}
            disabled={(way === 'join' && isForeign && !tell) || (way === 'double' && answer.trim() === '')}
          >
            {t(`merging.${way}Submit`, { count: left.length })}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

interface TellProps {
  names: string;
  target: TicketSummary;
  told: boolean;
  onTell: (tells: boolean) => void;
}

function TellReporters({ names, target, told: tells, onTell }: TellProps) {
  return (
    <label className="flex items-start gap-3 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={tells}
        onChange={(event) => onTell(event.target.checked)}
      />
      {t('merging.tell', { names, other: target.reporter_name ?? t('field.nobody') })}
    </label>
  );
}

interface MergeProps extends MergeFormProps {
  left: TicketSummary[];
  setLeft: (left: TicketSummary[]) => void;
}

interface Chosen {
  tell: boolean;
  answer: string;
  confirm?: boolean;
}

/** Merges what is left, offers Undo for what was merged, and keeps what was refused. */
function useMerge({ request, target, onClose, left, setLeft }: MergeProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const result = (way: Way, { tell, answer, confirm = false }: Chosen) => {
    const ids = left.map(({ id }) => id);
    if (way === 'join') return joinTickets(ids, { into: target.id, tell, confirm });
    return way === 'beside' ? placeBeside(ids, target.id) : closeAsDoubles(ids, target.number, answer);
  };
  const run = async (way: Way, chosen: Chosen) => {
    setBusy(true);
    const { done, refused, answers } = await toastWhenDone(result(way, chosen)).catch((error) => ({
      answers: [],
      done: [] as string[],
      refused: left.map(({ id }) => ({ id, error: error as unknown })),
    }));
    setBusy(false);
    setRefused(refused);
    setLeft(left.filter(({ id }) => !done.includes(id)));
    request.onDone(done);
    const text = t(`merging.${way}Done`, { count: done.length, number: target.number });
    if (done.length > 0) toast({ text, ...undoOf(client, ...answers) });
    if (refused.length === 0) onClose();
    await refreshTickets(client);
  };
  const reveals = refused.some(({ error }) => refusalCode(error) === 'would_reveal');
  return { run, busy, refused, reveals };
}

const PAUSE_MS = 200;
const MOST = 8;
/** Words of a title by which something similar is looked for. */
const TELLING_WORDS = 3;
const SHORT = 4;

/** The longest words of a title: they tell most. The search leaves out one of them where nothing has all. */
const tellingWords = (title: string): string =>
  (title.match(/[\p{L}\d]+/gu) ?? [])
    .filter((word) => word.length >= SHORT)
    .sort((a, b) => b.length - a.length)
    .slice(0, TELLING_WORDS)
    .join(' ');

const OPEN = OPEN_STATUSES.join();

/** The open tickets that something may be merged into: those chosen, those similar, and those that a search finds. */
function TargetList({ tickets, onChoose }: { tickets: TicketSummary[]; onChoose: (to: TicketSummary) => void }) {
  const [text, setText] = useState('');
  const typed = useDebounced(text.trim().replace(/^#/, ''), PAUSE_MS);
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : undefined;
  const words = tellingWords(tickets[0]?.title ?? '');
  const similar = useQuery({ ...ticketsQuery({ q: words, status: OPEN, limit: MOST }), enabled: words !== '' }).data;
  const search = number === undefined ? { q: typed, status: OPEN, limit: MOST } : { number, status: OPEN };
  const matches = useQuery({ ...ticketsQuery(search), enabled: number !== undefined || typed.length > 1 }).data;
  const ids = new Set(tickets.map(({ id }) => id));
  const others = (candidates: readonly TicketSummary[] = []) => candidates.filter(({ id }) => !ids.has(id));
  const entry = (ticket: TicketSummary, isMatch = false): Entry => ({
    id: ticket.id,
    name: `#${ticket.number} ${ticket.title}`,
    found: isMatch,
    shown: <TargetEntry ticket={ticket} />,
    onSelect: () => onChoose(ticket),
  });
  const offered = others(similar).filter(({ id }) => !(matches ?? []).some((match) => match.id === id));
  const chosen = tickets.filter(({ status }) => status !== 'closed').toSorted((a, b) => a.number - b.number);
  return (
    <CommandList
      label={t('merging.target')}
      placeholder={t('merging.target')}
      empty={t(typed === '' ? 'merging.noSimilar' : 'merging.noTarget')}
      onSearch={setText}
      groups={[
        { heading: t('merging.found'), entries: others(matches).map((ticket) => entry(ticket, true)) },
        {
          heading: t('merging.chosen'),
          entries: tickets.length > 1 ? chosen.slice(0, MOST).map((ticket) => entry(ticket)) : [],
        },
        { heading: t('merging.similar'), entries: offered.map((ticket) => entry(ticket)) },
      ]}
    />
  );
}

function TargetEntry({ ticket }: { ticket: TicketSummary }) {
  return (
    <>
      <StatusSign status={ticket.status} />
      <span className="min-w-9 shrink-0 tabular-nums text-xs text-muted">#{ticket.number}</span>
      <span className="min-w-0 flex-1 truncate">{ticket.title}</span>
      <span className="shrink-0 text-xs text-muted max-md:hidden">{ticket.reporter_name}</span>
    </>
  );
}
