import { useQuery } from '@tanstack/react-query';
import { type AccessRow, accessQuery, ccQuery } from '../../backend/access.ts';
import { developersQuery } from '../../backend/people.ts';
import { everyProjectQuery } from '../../backend/projects.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { accessRequest } from '../../tickets/changing/dialog-requests.ts';
import { TicketLock } from '../../tickets/showing/lock.tsx';
import { DetailRow } from './row.tsx';

const CcOffers = onDemand(async () => (await import('../seeing/cc-offers.tsx')).CcOffers, 'access');

/** How many see a ticket, in a few words: "the reporter, Zofia and HR (4)". */
export function seersOf(rows: readonly AccessRow[]): string {
  const teams = new Map<string, number>();
  const names: string[] = [];
  for (const { reason, name, team_name, count } of rows) {
    if (reason === 'reporter') names.unshift(t('seen.reporter'));
    else if (reason === 'participant') names.push(name ?? '');
    else {
      const team = team_name ?? t('seen.developers');
      teams.set(team, (teams.get(team) ?? 0) + (count ?? 1));
    }
  }
  return [...names, ...[...teams].map(([name, count]) => `${name} (${count})`)].join(', ');
}

/** The readers of an open ticket that the user works on, which the app knows by itself; null for any other. */
function useSeersOfOpen(ticket: TicketDetail): string | null {
  const developers = useQuery(developersQuery).data;
  const project = useQuery(everyProjectQuery).data?.find(({ id }) => id === ticket.project_id);
  const isSealed = ticket.project_id !== null && (project === undefined || project.sealed);
  if (!ticket.can.plan || ticket.restricted || isSealed || developers === undefined) return null;
  const names = [t('seen.reporter'), ...ticket.people.map(({ name }) => name)];
  return [...names, `${t('seen.developers')} (${developers.length})`].join(', ');
}

/** The readers of a ticket, for its reporter and everybody who works on it; a dialog has all of them, and why. */
export function SeenBy({ ticket }: { ticket: TicketDetail }) {
  const me = useMe();
  const enabled = ticket.reporter_id === me.id || ticket.can.plan || ticket.can.change_status;
  const everybody = useSeersOfOpen(ticket);
  const rows = useQuery({ ...accessQuery(ticket), enabled: enabled && everybody === null }).data;
  const cc = useQuery({ ...ccQuery(ticket), enabled }).data ?? [];
  if (!enabled) return null;
  return (
    <DetailRow label={t('ticket.seenBy')}>
      <button
        type="button"
        onClick={() => accessRequest.ask(ticket.number)}
        className="flex min-h-8 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover max-md:min-h-11"
      >
        <span className="sr-only">{t('ticket.seenBy')}: </span>
        <TicketLock ticket={ticket} />
        <span className="line-clamp-3">{everybody ?? (rows ? seersOf(rows) : '…')}</span>
      </button>
      {cc.length > 0 && (
        <PartPlace>
          <CcOffers ticket={ticket} cc={cc} />
        </PartPlace>
      )}
    </DetailRow>
  );
}
