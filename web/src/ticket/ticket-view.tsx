import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { KwitError } from '../backend/client.ts';
import { followTicket } from '../backend/following.ts';
import { readNoticesOf, unreadQuery } from '../backend/notices.ts';
import { isGone } from '../backend/ticket-cache.ts';
import { cachedOutline, ticketQuery } from '../backend/ticket-detail.ts';
import type { TicketDetail } from '../backend/tickets.ts';
import { useCommands } from '../commands/registry.ts';
import { Button, buttonClass, IconButton } from '../design/button.tsx';
import { classes } from '../design/class-names.ts';
import { Empty, LoadFailed, Skeleton } from '../design/feedback.tsx';
import { preloadMarkdown } from '../design/markdown.tsx';
import { onDemand, PartPlace } from '../design/on-demand.tsx';
import { titleTab } from '../design/tab-title.ts';
import { toastRefusal } from '../design/toast.tsx';
import { useMinWidth, useVisible } from '../design/window.ts';
import { useIsDeveloper } from '../session/me.ts';
import { t } from '../texts/texts.ts';
import { lastChangedBy, useChangeTicket } from '../tickets/changing/change.ts';
import { askToClose } from '../tickets/changing/dialog-requests.ts';
import { EditedText } from '../tickets/changing/edited-text.tsx';
import { StatusMenu } from '../tickets/changing/status-menu.tsx';
import { least, TITLE_MAX } from '../tickets/changing/text-bounds.ts';
import { AnswerDue } from '../tickets/showing/answer-due.tsx';
import { AwaitingReply } from '../tickets/showing/awaiting-reply.tsx';
import { useFlash } from '../tickets/showing/flash.ts';
import { HeldNote } from '../tickets/showing/held-note.tsx';
import { TicketLock } from '../tickets/showing/lock.tsx';
import { SimilarAnswers } from '../tickets/showing/similar-answers.tsx';
import { rememberTicket } from '../tickets/walking/recent.ts';
import { Composer, type Reply } from './composing/composer.tsx';
import { Timeline } from './conversation/timeline.tsx';
import { Description, FoldedReport } from './description.tsx';
import { Acts } from './details/acts.tsx';
import { Details } from './details/details.tsx';
import { EmptyParts, type OptionalText } from './details/empty-parts.tsx';
import { Files } from './details/files.tsx';
import { FoldedDetails } from './details/folded-details.tsx';
import { Links } from './details/links.tsx';
import { isPicture } from './files/file-cards.tsx';
import { Viewer } from './files/viewer.tsx';
import { ClosedTicket, Delays } from './reopening/closed-ticket.tsx';
import { LiveNote } from './telling/live-note.tsx';
import { WhoWasTold } from './telling/who-was-told.tsx';
import { useTicketCommands } from './ticket-commands.ts';

const MergedParts = onDemand(async () => (await import('./merging/merged-parts.tsx')).MergedParts, 'merging');

const CodeChanges = onDemand(async () => (await import('./telling/code-changes.tsx')).CodeChanges, 'telling');

interface TicketViewProps {
  number: number;
  lead?: ReactNode;
  bar?: ReactNode;
  narrow?: boolean;
}

/**
 * A ticket with everything that belongs to it: on a page with a column of details, or in a narrow panel with the
 * details on top.
 */
export function TicketView({ number, lead, bar, narrow = false }: TicketViewProps) {
  const client = useQueryClient();
  const query = useQuery({ ...ticketQuery(number), placeholderData: () => cachedOutline(client, number) });
  const { data: ticket, error } = query;
  const flashes = useFlash(number);
  useEffect(() => {
    preloadMarkdown();
  }, []);
  useEffect(() => {
    if (ticket && !narrow) titleTab(`#${ticket.number} ${ticket.title}`);
    if (ticket) rememberTicket(ticket);
  }, [ticket, narrow]);

  return (
    <>
      <header
        data-number={number}
        className={classes(
          'sticky top-0 z-20 in-data-cut-off:top-8 flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-surface px-3 py-1 md:px-5',
          flashes,
        )}
      >
        {lead}
        {ticket ? (
          <span className="shrink-0 tabular-nums text-sm text-muted">#{number}</span>
        ) : (
          <h1 className="shrink-0 tabular-nums text-sm font-normal text-muted">#{number}</h1>
        )}
        {ticket && <TicketLock ticket={ticket} />}
        {ticket && <StatusMenu ticket={ticket} />}
        <div className="ml-auto flex items-center gap-1">
          {ticket && <NextStep ticket={ticket} />}
          {ticket && <FollowButton ticket={ticket} />}
          {bar}
        </div>
      </header>
      {error && !ticket && <Missing number={number} error={error} onRetry={() => query.refetch()} />}
      {!error && !ticket && (
        <div className="mx-auto w-full max-w-6xl">
          <Skeleton lines={8} />
        </div>
      )}
      {ticket && <Body ticket={ticket} narrow={narrow} outline={query.isPlaceholderData} />}
    </>
  );
}

function Missing({ number, error, onRetry }: { number: number; error: unknown; onRetry: () => void }) {
  if (!(error instanceof KwitError) || error.status >= 500 || error.status === 0)
    return <LoadFailed error={error} onRetry={onRetry} />;
  return (
    <Empty
      text={t(isGone(number) ? 'ticket.gone' : 'refusal.ticket_not_found')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('shell.toHome')}
        </Link>
      }
    />
  );
}

/** The button for the usual next step: accept the ticket, or close it. */
function NextStep({ ticket }: { ticket: TicketDetail }) {
  const change = useChangeTicket();
  if (ticket.status === 'submitted' && ticket.can.change_status) {
    return (
      <Button look="primary" small icon="check" onClick={() => change(ticket, { status: 'verified' })}>
        {t('action.verify')}
      </Button>
    );
  }
  if (ticket.status !== 'closed' && ticket.can.close) {
    return (
      <Button small icon="check" onClick={() => askToClose(ticket)}>
        {t('action.closeTicket')}
      </Button>
    );
  }
  return null;
}

interface BodyProps {
  ticket: TicketDetail;
  narrow: boolean;
  /** Whether texts, comments, files and links are still loading. */
  outline: boolean;
}

function Body({ ticket, narrow, outline }: BodyProps) {
  const beside = useMinWidth(64) && !narrow;
  const [reply, setReply] = useState<Reply>();
  const [writing, setWriting] = useState<OptionalText>();
  const hasParts = Boolean(ticket.merged_into) || (ticket.beside?.length ?? 0) > 0;
  useTicketCommands(ticket);
  useReadNotices(ticket);
  return (
    <div
      className={classes(
        'mx-auto w-full flex-1',
        beside && 'grid max-w-6xl grid-cols-[minmax(0,1fr)_20rem] print:block',
      )}
    >
      <div className="flex min-w-0 flex-col gap-4 px-4 pt-4 pb-24 md:gap-5 md:px-6 md:pt-5">
        <TitleField ticket={ticket} />
        <AwaitingReply ticket={ticket} words="always" className="-mt-3 text-sm" />
        <AnswerDue ticket={ticket} className="-mt-3 text-sm" />
        <LiveNote ticket={ticket} className="-mt-3 text-sm" />
        <Delays ticket={ticket} />
        <HeldNote ticket={ticket.number} />
        {!beside && <FoldedDetails ticket={ticket} />}
        {outline ? (
          <Skeleton lines={6} />
        ) : (
          // One place for all of it: what comes on demand would push down what stands below it.
          <PartPlace fallback={<Skeleton lines={6} />}>
            {hasParts && <MergedParts ticket={ticket} />}
            <FoldedReport narrow={!beside}>
              <Description ticket={ticket} writing={writing} onEnd={() => setWriting(undefined)} />
            </FoldedReport>
            <Files ticket={ticket} />
            <Links ticket={ticket} />
            {ticket.changes && ticket.changes.length > 0 && <CodeChanges changes={ticket.changes} />}
            <EmptyParts ticket={ticket} writing={writing} onWrite={setWriting} />
            {!beside && <SimilarAnswers ticket={ticket} />}
            <Timeline
              key={ticket.id}
              ticket={ticket}
              onReply={ticket.can.comment ? (to) => setReply({ to }) : undefined}
            />
            {ticket.status === 'closed' && !ticket.merged_into && <ClosedTicket ticket={ticket} />}
            {!ticket.merged_into && <Composer ticket={ticket} reply={reply} />}
            <Viewer pictures={ticket.attachments.filter(isPicture)} />
            {!beside && <Acts ticket={ticket} />}
            {!beside && <WhoWasTold ticket={ticket} />}
          </PartPlace>
        )}
      </div>
      {beside && (
        <aside aria-label={t('ticket.details')} className="border-l border-line">
          {/* Stays in view while the user scrolls through the conversation. */}
          <div className="sticky top-14 flex max-h-[calc(100dvh-3.5rem)] flex-col gap-5 overflow-y-auto px-5 py-6 print:static print:max-h-none">
            <Details ticket={ticket} />
            <SimilarAnswers ticket={ticket} />
            <Acts ticket={ticket} />
            <WhoWasTold ticket={ticket} />
          </div>
        </aside>
      )}
    </div>
  );
}

/** The bell: a developer who follows a ticket is told of its comments and changes of its status. */
function FollowButton({ ticket }: { ticket: TicketDetail }) {
  const client = useQueryClient();
  const developer = useIsDeveloper();
  const { following } = ticket;
  const toggle = () =>
    followTicket(client, ticket, !following).catch((error) => toastRefusal(error, `#${ticket.number}`));
  const label = t(following ? 'command.unfollow' : 'command.follow');
  useCommands(following === undefined ? [] : [{ id: 'follow', label, group: 'ticket', keys: 'w', run: toggle }]);
  if (!developer) return null;
  return (
    <IconButton
      icon="bell"
      label={t('ticket.following')}
      aria-pressed={following ?? false}
      disabled={following === undefined}
      onClick={toggle}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
    />
  );
}

/** Marks the notices of a ticket as read that are there when the user opens it, and those that come while they look at it. */
function useReadNotices({ id }: { id: string }): void {
  const client = useQueryClient();
  const unread = useQuery(unreadQuery).data ?? 0;
  const visible = useVisible();
  const before = useRef({ id, unread: 0 });
  useEffect(() => {
    if (!visible) return;
    const seenBefore = before.current.id === id ? before.current.unread : 0;
    before.current = { id, unread };
    // Notices that the service does not mark are read with the next visit.
    if (unread > seenBefore) readNoticesOf(client, id).catch(() => {});
  }, [client, id, unread, visible]);
}

/** A title of more characters has the type of a paragraph. */
const LONG = 120;

function TitleField({ ticket }: { ticket: TicketDetail }) {
  const change = useChangeTicket();
  return (
    <EditedText
      name={`${ticket.id}.title`}
      label={t('field.title')}
      value={ticket.title}
      canEdit={ticket.can.edit}
      line
      lead={<h1 className="sr-only">{ticket.title}</h1>}
      changedBy={lastChangedBy(ticket, 'title')}
      min={least(ticket.category).title}
      max={TITLE_MAX}
      onSave={(title) => change(ticket, { title }, {}, true)}
    >
      {(edit) => (
        <div className="group flex items-start gap-2">
          <h1
            dir="auto"
            className={classes(
              'min-w-0 flex-1 font-semibold text-balance',
              ticket.title.length > LONG ? 'text-base' : 'text-xl tracking-tight',
            )}
          >
            {ticket.title}
          </h1>
          {edit && (
            <IconButton icon="edit" label={t('ticket.editTitle')} small {...edit} data-reach="editTitle" data-opens />
          )}
        </div>
      )}
    </EditedText>
  );
}
