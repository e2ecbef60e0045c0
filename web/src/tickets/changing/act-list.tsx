import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Act, actQuery, actsQuery } from '../../backend/acts.ts';
import { Ago } from '../../design/ago.tsx';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { Pending, ShowMore } from '../../design/pending.tsx';
import { changedName, lineName } from '../../texts/changed-name.ts';
import { t } from '../../texts/texts.ts';
import { undoRequest } from './dialog-requests.ts';
import { nameOf } from './undo-dialog.tsx';

/** Acts, newest first, with their undo. @param ticket on which; all when it is left out. */
export function ActList({ ticket }: { ticket?: string }) {
  const query = useInfiniteQuery(actsQuery(ticket === undefined ? {} : { ticket }));
  const acts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {!query.data && <Pending query={query} />}
      {query.data && acts.length === 0 && <Empty text={t('undoing.none')} />}
      <ul>
        {acts.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </ul>
      <ShowMore pages={query} />
    </>
  );
}

const withinSentence = (name: string) => name.charAt(0).toLocaleLowerCase() + name.slice(1);

/** Operations that remove a thing, by their names. */
const REMOVING = /^(remove|delete)/;

function ActRow({ act }: { act: Act }) {
  const { id, at, actor, via, fields, kind, tickets, can_undo, undone_by, undoes } = act;
  const [isOpen, setOpen] = useState(false);
  const nameOfField = (name: string) =>
    name === 'created' && REMOVING.test(kind) ? t('undoing.removed') : changedName(name);
  const did = [...new Set(fields.map((name) => withinSentence(nameOfField(name))))].join(', ');
  const [whose, way] = [actor?.name ?? t('undoing.kwit'), t(`actWay.${via}`)];
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0 md:px-5">
      <span className="min-w-0 grow basis-48">
        <details className="group/act" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="flex list-none items-center gap-1 wrap-anywhere">
            <span className="min-w-0 first-letter:uppercase">
              {tickets > 0 ? t('undoing.ofTickets', { count: tickets, did }) : did}
            </span>
            <Icon name="down" size={14} className="shrink-0 text-muted group-open/act:rotate-180" />
          </summary>
          {isOpen && <ActLines act={id} />}
        </details>
        <span className="block text-xs text-muted">
          {[whose, actor === null && via === 'app' ? [] : way, undoes === null ? [] : t('undoing.isUndo')]
            .flat()
            .join(' · ')}
        </span>
      </span>
      <Ago at={at} className="shrink-0 text-xs leading-5 text-muted" />
      {undone_by !== null && <span className="shrink-0 text-xs leading-5 text-muted">{t('undo.done')}</span>}
      {can_undo && (
        <Button look="quiet" small icon="undo" onClick={() => undoRequest.ask(id)}>
          {t('undoing.this')}
        </Button>
      )}
    </li>
  );
}

/** As many tickets and things as one reads; an import has thousands. */
const MOST_SHOWN = 50;

/** The changes of an act, ticket by ticket. */
function ActLines({ act }: { act: string }) {
  const query = useQuery(actQuery(act));
  const byName = Map.groupBy(query.data?.lines ?? [], nameOf);
  return (
    <>
      {!query.data && <Pending query={query} />}
      <ul className="my-1 space-y-0.5 text-xs text-muted">
        {[...byName].slice(0, MOST_SHOWN).map(([name, lines]) => (
          <li key={name} className="wrap-anywhere">
            {lines[0]?.ticket ? (
              <Link to="/t/$number" params={{ number: String(lines[0].ticket.number) }} className="underline">
                {name}
              </Link>
            ) : (
              name
            )}
            : {[...new Set(lines.map(lineName))].join(', ')}
          </li>
        ))}
        {byName.size > MOST_SHOWN && <li>…</li>}
      </ul>
    </>
  );
}
