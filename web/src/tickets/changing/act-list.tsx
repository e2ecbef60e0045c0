import { useInfiniteQuery } from '@tanstack/react-query';
import { type Act, actsQuery } from '../../backend/acts.ts';
import { Ago } from '../../design/ago.tsx';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Pending, ShowMore } from '../../design/pending.tsx';
import { changedName } from '../../texts/changed-name.ts';
import { t } from '../../texts/texts.ts';
import { undoRequest } from './dialog-requests.ts';

/** Acts, newest first, with their undo. @param ticket on which; all when it is left out. */
export function ActList({ ticket }: { ticket?: string }) {
  const query = useInfiniteQuery(actsQuery(ticket === undefined ? {} : { ticket }));
  const acts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {!query.data && <Pending query={query} />}
      {query.data && acts.length === 0 && <Empty text={t('undo.none')} />}
      <ul>
        {acts.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </ul>
      <ShowMore pages={query} />
    </>
  );
}

function ActRow({ act }: { act: Act }) {
  const { id, at, actor, via, fields, tickets, can_undo, undone_by, undoes } = act;
  const did = [...new Set(fields.map(changedName))].join(', ');
  const [whose, way] = [actor?.name ?? t('undo.kwit'), t(`actWay.${via}`)];
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0 md:px-5">
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{tickets > 0 ? t('undo.ofTickets', { count: tickets, did }) : did}</span>
        <span className="block text-xs text-muted">
          {[whose, actor === null && via === 'app' ? [] : way, undoes === null ? [] : t('undo.isUndo')]
            .flat()
            .join(' · ')}
        </span>
      </span>
      <Ago at={at} className="shrink-0 text-xs leading-5 text-muted" />
      {undone_by !== null && <span className="shrink-0 text-xs leading-5 text-muted">{t('undo.done')}</span>}
      {can_undo && (
        <Button look="quiet" small icon="undo" onClick={() => undoRequest.ask(id)}>
          {t('undo.this')}
        </Button>
      )}
    </li>
  );
}
