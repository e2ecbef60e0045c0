import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef } from 'react';
import { type Asker, type Askers, askersQuery, type TicketTelling, tellingsQuery } from '../../backend/tellings.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Ago } from '../../design/ago.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { useNear } from '../../design/near.ts';
import { maybeText, t } from '../../texts/texts.ts';

const SIGNS: Record<TicketTelling['state'], { icon: IconName; tone: string }> = {
  sent: { icon: 'check', tone: 'text-success' },
  accepted: { icon: 'check', tone: 'text-success' },
  waiting: { icon: 'clock', tone: 'text-warning' },
  failed: { icon: 'warning', tone: 'text-danger' },
  bounced: { icon: 'warning', tone: 'text-danger' },
  not_sent: { icon: 'close', tone: 'text-muted' },
};

/** A line for each person or webhook: what they were told last, and what became of it. */
export function ToldPeople({ ticket, lines }: { ticket: TicketDetail; lines: readonly TicketTelling[] }) {
  const isAnswered = 'beside' in ticket && ticket.status === 'closed';
  const askers = useQuery({ ...askersQuery(ticket), enabled: isAnswered }).data;
  const people = [...Map.groupBy(lines, ({ person, webhook, kind }) => person?.id ?? webhook?.id ?? kind).values()];
  const elsewhere = askers?.askers.filter(({ id }) => !lines.some(({ person }) => person?.id === id)) ?? [];
  return (
    <div className="flex flex-col gap-2.5 pt-2">
      {askers && askers.total > 0 && <p className="text-sm">{askersSentence(askers)}</p>}
      {people.length === 0 && <p className="text-sm text-muted">{t('telling.nobody')}</p>}
      <ul className="flex flex-col gap-2.5">
        {people.map((some) => (
          <ToldPerson key={some[0]?.id} lines={some} />
        ))}
        {elsewhere.map((asker) => (
          <AskedElsewhere key={asker.id} asker={asker} />
        ))}
      </ul>
    </div>
  );
}

/** Somebody who asked by another ticket: what they were told stands there, and is loaded once the line is seen. */
function AskedElsewhere({ asker }: { asker: Asker }) {
  const { ticket } = asker;
  const box = useRef<HTMLLIElement>(null);
  const isSeen = useNear(box);
  const there = useQuery({
    ...tellingsQuery(ticket ?? { id: '', number: 0 }),
    enabled: isSeen && ticket !== null,
  }).data;
  const own = there?.filter(({ person }) => person?.id === asker.id) ?? [];
  const because = (
    <>
      {t(`telling.because.${asker.because}`)}{' '}
      {ticket && (
        <Link to="/t/$number" params={{ number: String(ticket.number) }} className="text-accent underline">
          #{ticket.number}
        </Link>
      )}
    </>
  );
  if (own.length > 0) return <ToldPerson box={box} lines={own} because={because} />;
  const { cannot, told: last } = asker;
  return (
    <Person box={box} sign={SIGNS[last === null ? 'not_sent' : 'sent']} name={asker.name} because={because}>
      <p className="text-xs text-muted">
        {cannot === null ? '' : t(`telling.cannot.${cannot}`)}
        {cannot !== null && last !== null && ' · '}
        {last && <Ago at={last.last_at} />}
      </p>
    </Person>
  );
}

interface PersonProps {
  box?: RefObject<HTMLLIElement | null> | undefined;
  sign: (typeof SIGNS)[TicketTelling['state']];
  name: string;
  because: ReactNode;
  children: ReactNode;
}

function Person({ box, sign: { icon, tone }, name, because, children }: PersonProps) {
  return (
    <li ref={box} className="flex min-w-0 gap-2 text-sm">
      <Icon name={icon} size={16} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {name} <span className="text-xs text-muted">{because}</span>
        </p>
        {children}
      </div>
    </li>
  );
}

/** "12 asked, 9 were told, 3 cannot be: Jan (mails off), …" */
export function askersSentence({ total, askers }: Askers): string {
  const [reached, cannot] = [
    askers.filter((asker) => asker.told !== null).length,
    askers.filter((asker) => asker.cannot !== null),
  ];
  const sentence = t('telling.asked', { total, told: reached });
  if (cannot.length === 0) return `${sentence}.`;
  const names = cannot.map(({ name, cannot: why }) => `${name} (${t(`telling.cannot.${why ?? 'gone'}`)})`);
  return `${sentence}, ${t('telling.cannotBe', { count: cannot.length, names: names.join(', ') })}.`;
}

interface ToldPersonProps {
  box?: RefObject<HTMLLIElement | null> | undefined;
  lines: readonly TicketTelling[];
  because?: ReactNode;
}

function ToldPerson({ box, lines, because }: ToldPersonProps) {
  // A mail says more than the notice that it goes with.
  const line = lines.find(({ kind }) => kind !== 'inbox') ?? lines[0];
  if (line === undefined) return null;
  const read = lines.find(({ read_at }) => read_at !== null)?.read_at;
  const sign = SIGNS[line.state];
  const name = line.person?.name ?? line.webhook?.host ?? t('telling.webhookGone');
  const state = line.not_sent_because ? `unsent.${line.not_sent_because}` : `state.${line.state}`;
  return (
    <Person box={box} sign={sign} name={name} because={because ?? t(`telling.why.${line.why}`)}>
      <p className="text-xs text-muted">
        {t(`telling.kind.${line.kind}`)}: <span className={sign.tone}>{maybeText(`telling.${state}`)}</span> ·{' '}
        {maybeText(`telling.of.${line.of.replace('.', '_')}`) ?? line.of} · <Ago at={line.at} />
        {read && (
          <>
            {' '}
            · {t('telling.read')} <Ago at={read} />
          </>
        )}
      </p>
      {line.server_said && (
        <p className={`text-xs wrap-anywhere ${line.state === 'accepted' ? 'text-muted' : sign.tone}`}>
          {line.server_said}
        </p>
      )}
    </Person>
  );
}
