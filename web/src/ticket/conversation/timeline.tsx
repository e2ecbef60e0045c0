import { Fragment, type Ref, useRef } from 'react';
import type { Comment } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { usePrinting } from '../../design/window.ts';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { ago, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { changeSentence, type NameOf } from './change-sentence.ts';
import { CommentCard } from './comment-card.tsx';
import { useGoToComment } from './comment-in-address.ts';
import { type ConversationEntry, entriesOf, firstNewOf, isAnswer } from './entries.ts';
import { useFolding } from './folding.ts';
import { useLookedBefore } from './looked.ts';
import { useNames } from './names.ts';

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

/** What others did since the user last looked begins below this line. */
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
        {text}{' '}
        <time dateTime={at} title={moment(at)} className="text-xs whitespace-nowrap text-faint">
          {ago(at)}
        </time>
      </span>
    </li>
  );
}
