import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { KwitError } from '../backend/client.ts';
import { isGone } from '../backend/ticket-cache.ts';
import { cachedOutline, ticketQuery } from '../backend/ticket-detail.ts';
import type { TicketDetail } from '../backend/tickets.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { classes } from '../design/class-names.ts';
import { Empty, LoadFailed, Skeleton } from '../design/feedback.tsx';
import { preloadMarkdown } from '../design/markdown.tsx';
import { onDemand } from '../design/on-demand.tsx';
import { titleTab } from '../design/tab-title.ts';
import { useMinWidth } from '../design/window.ts';
import { loadTexts, t } from '../texts/texts.ts';
import { useChangeTicket } from '../tickets/changing/change.ts';
import { StatusMenu } from '../tickets/changing/status-menu.tsx';
import { askToClose } from '../tickets/closing/closing-request.ts';
import { AwaitingReply } from '../tickets/showing/awaiting-reply.tsx';
import { useFlash } from '../tickets/showing/flash.ts';
import { TicketLock } from '../tickets/showing/lock.tsx';
import { SimilarAnswers } from '../tickets/showing/similar-answers.tsx';
import { Composer, type Reply } from './composing/composer.tsx';
import { Timeline } from './conversation/timeline.tsx';
import { Description } from './description.tsx';
import { Details } from './details/details.tsx';
import { EmptyParts, type OptionalText } from './details/empty-parts.tsx';
import { Files } from './details/files.tsx';
import { FoldedDetails } from './details/folded-details.tsx';
import { Links } from './details/links.tsx';
import { Mails } from './details/mails.tsx';
import { isPicture } from './files/picture.tsx';
import { Viewer } from './files/viewer.tsx';
import { FoldedReport } from './folded-report.tsx';
import { FollowButton } from './follow-button.tsx';
import { useReadNotices } from './read-notices.ts';
import { ClosedTicket } from './reopening/closed-ticket.tsx';
import { Delays } from './reopening/delays.tsx';
import { useTicketCommands } from './ticket-commands.ts';
import { TitleField } from './title-field.tsx';

const MergedParts = onDemand(
  async () => (await Promise.all([import('./merging/merged-parts.tsx'), loadTexts('merging')]))[0].MergedParts,
);

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
  const found = useQuery({ ...ticketQuery(number), placeholderData: () => cachedOutline(client, number) });
  const { data: ticket, error } = found;
  const flashes = useFlash(number);
  useEffect(() => {
    preloadMarkdown();
  }, []);
  useEffect(() => {
    if (ticket && !narrow) titleTab(`#${ticket.number} ${ticket.title}`);
  }, [ticket, narrow]);

  return (
    <>
      <header
        data-number={number}
        className={classes(
          'sticky top-0 z-20 in-data-cut-off:top-8 flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-surface/95 px-3 py-1 backdrop-blur md:px-5',
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
      {error && !ticket && <Missing number={number} error={error} onRetry={() => found.refetch()} />}
      {!error && !ticket && (
        <div className="mx-auto w-full max-w-6xl">
          <Skeleton lines={8} />
        </div>
      )}
      {ticket && <Body ticket={ticket} narrow={narrow} outline={found.isPlaceholderData} />}
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
  // Deferred: when somebody else merges it, what is being written stays in sight until the code of the parts is there.
  const hasParts = useDeferredValue(Boolean(ticket.merged_into) || (ticket.beside?.length ?? 0) > 0);
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
        <Delays ticket={ticket} />
        {!beside && <FoldedDetails ticket={ticket} />}
        {outline ? (
          <Skeleton lines={6} />
        ) : (
          // One place for all of it: what comes on demand would push down what stands below it.
          <Suspense fallback={<Skeleton lines={6} />}>
            {hasParts && <MergedParts ticket={ticket} />}
            <FoldedReport narrow={!beside}>
              <Description ticket={ticket} writing={writing} onEnd={() => setWriting(undefined)} />
            </FoldedReport>
            <Files ticket={ticket} />
            <Links ticket={ticket} />
            <EmptyParts ticket={ticket} onWrite={setWriting} />
            {!beside && <SimilarAnswers ticket={ticket} />}
            <Timeline
              key={ticket.id}
              ticket={ticket}
              onReply={ticket.can.comment ? (to) => setReply({ to }) : undefined}
            />
            {ticket.status === 'closed' && !ticket.merged_into && <ClosedTicket ticket={ticket} />}
            {!ticket.merged_into && <Composer ticket={ticket} reply={reply} />}
            <Viewer pictures={ticket.attachments.filter(isPicture)} />
            {!beside && <Mails ticket={ticket} />}
          </Suspense>
        )}
      </div>
      {beside && (
        <aside aria-label={t('ticket.details')} className="border-l border-line">
          {/* Stays in view while the user scrolls through the conversation. */}
          <div className="sticky top-14 flex max-h-[calc(100dvh-3.5rem)] flex-col gap-5 overflow-y-auto px-5 py-6 print:static print:max-h-none">
            <Details ticket={ticket} />
            <SimilarAnswers ticket={ticket} />
            <Mails ticket={ticket} />
          </div>
        </aside>
      )}
    </div>
  );
}
