import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FoundPerson, PersonSearch } from '../../administration/person-search.tsx';
import { type AccessRow, accessQuery, addPerson, addPersonByEmail, takePersonOff } from '../../backend/access.ts';
import { mentionableQuery } from '../../backend/comments.ts';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { patchTicket } from '../../backend/tickets.ts';
import { Avatar } from '../../design/avatar.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { Switch } from '../../design/field.tsx';
import { Problem, useAttempt } from '../../design/form.tsx';
import { Pending } from '../../design/pending.tsx';
import { toast } from '../../design/toast.tsx';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { RevealNote, useRevealing } from './reveal-note.tsx';

/** The readers of a ticket, and why: people are added there and taken off, and the ticket is restricted to those who are named. */
export function AccessDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const query = useQuery(ticketQuery(number));
  return (
    <Dialog onClose={onClose} title={t('access.seenBy', { number })}>
      {query.data ? <Seers ticket={query.data} onClose={onClose} /> : <Pending query={query} lines={3} />}
      <DialogFooter>
        <Button data-reach="whoSees" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Seers({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const client = useQueryClient();
  const me = useMe();
  const rows = useQuery(accessQuery(ticket));
  const isWorker = ticket.can.plan || ticket.can.change_status;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['access', ticket.number] }),
      client.invalidateQueries({ queryKey: ['tickets'] }),
    ]);
  const { attempt: takeOff, problem } = useAttempt(async (id: string, name: string) => {
    try {
      await takePersonOff(ticket.id, id);
      toast({ text: t('access.removed', { name, number: ticket.number }) });
      if (id === me.id) onClose();
    } finally {
      await refresh();
    }
  });
  return (
    <DialogBody>
      {!rows.data && <Pending query={rows} lines={3} />}
      <ul>
        {rows.data?.map((row) => (
          <SeerRow
            key={row.user_id ?? row.team_name ?? ''}
            row={row}
            onTakeOff={ticket.people.some(({ id }) => id === row.user_id) ? takeOff : undefined}
          />
        ))}
      </ul>
      <Problem text={problem} />
      <AddPerson ticket={ticket} onChanged={refresh} />
      {isWorker && <Restriction ticket={ticket} onChanged={refresh} />}
    </DialogBody>
  );
}

interface SeerRowProps {
  row: AccessRow;
  onTakeOff: ((id: string, name: string) => void) | undefined;
}

function SeerRow({ row, onTakeOff }: SeerRowProps) {
  const { user_id, standing, reason, team_name, count } = row;
  const name = row.name ?? `${team_name ?? t('seen.developers')} (${count ?? 0})`;
  const why = {
    reporter: () => t('access.reasonReporter'),
    participant: () => t('access.reasonParticipant'),
    team: () => t('access.reasonTeam', { team: team_name ?? '' }),
    developer: () => t('access.reasonDeveloper'),
  };
  const words = [
    ...(reason ? [why[reason]()] : []),
    ...(standing && standing !== 'reporter' ? [t(`access.standing_${standing}`)] : []),
  ];
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar name={name} size={24} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        {words.length > 0 && <span className="block truncate text-xs text-muted">{words.join(' · ')}</span>}
      </span>
      {onTakeOff && user_id && (
        <IconButton icon="close" small label={t('access.remove', { name })} onClick={() => onTakeOff(user_id, name)} />
      )}
    </li>
  );
}

interface ChangeProps {
  ticket: TicketDetail;
  onChanged: () => Promise<unknown>;
}

/** Somebody is found by name; an address is typed whole where the name is not one's to find. */
function AddPerson({ ticket, onChanged }: ChangeProps) {
  const developer = useIsDeveloper();
  /** The people whom a reporter may name on the ticket. */
  const useMentionable = (q: string): readonly FoundPerson[] =>
    useQuery({ ...mentionableQuery(ticket.id, q, false), enabled: q !== '' }).data ?? [];
  const adding = useAttempt(async (person: FoundPerson | { email: string }) => {
    const name = 'id' in person ? person.name : (await addPersonByEmail(ticket.id, person.email)).name;
    if ('id' in person) await addPerson(ticket.id, person.id);
    toast({ text: t('access.added', { name, number: ticket.number }) });
    await onChanged();
  });
  const without = [ticket.reporter_id ?? '', ...ticket.people.map(({ id }) => id)];
  return (
    <section aria-label={t('access.addPerson')} className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t('access.addPerson')}</h3>
      <PersonSearch
        label={t(developer ? 'access.addByName' : 'access.addByNameOrAddress')}
        reach="addPerson"
        without={without}
        isRefused={adding.error !== undefined}
        onChoose={adding.attempt}
        onAddress={(email) => adding.attempt({ email })}
        {...(developer ? {} : { usePeople: useMentionable })}
      />
      <p className="text-sm text-muted">{t('access.addHint')}</p>
      <Problem text={adding.problem} />
    </section>
  );
}

function Restriction({ ticket, onChanged }: ChangeProps) {
  const {
    attempt: send,
    forget,
    reveal,
    problem,
    busy,
  } = useRevealing(async (confirm) => {
    await patchTicket(ticket.id, { restricted: !ticket.restricted, ...(confirm ? { confirm } : {}) });
    await onChanged();
  });
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <Switch
        reach="restrict"
        label={t('access.restrict')}
        hint={t('access.restrictHint')}
        checked={ticket.restricted}
        disabled={busy}
        onChange={() => send()}
      />
      {reveal && (
        <>
          <RevealNote {...reveal} />
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={forget}>
              {t('action.cancel')}
            </Button>
            <Button look="danger" busy={busy} onClick={send}>
              {t('access.allTheSame')}
            </Button>
          </div>
        </>
      )}
      <Problem text={problem} />
    </div>
  );
}
