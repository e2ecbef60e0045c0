import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LONGEST } from '../../../../contract/words.ts';
import { picturesIn } from '../../../../packages/markdown/picture-places.ts';
import { type Comment, commentEditsQuery, editComment, PENDING_ID } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { now } from '../../clock.ts';
import { Ago } from '../../design/ago.tsx';
import { Avatar } from '../../design/avatar.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { Dialog, DialogBody } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { Markdown } from '../../design/markdown.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { Pending } from '../../design/pending.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { useDraft } from '../../session/draft.ts';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { type Edit, EditedText } from '../../tickets/changing/edited-text.tsx';
import { type Named, withIds, withLabels } from '../../tickets/mentioning/mentions.ts';
import { NamingTextArea } from '../../tickets/mentioning/naming-text-area.tsx';
import { FileCards, picturesOf } from '../files/file-cards.tsx';
import { isLastingAnswer } from '../reopening/reopenings.ts';
import { anchorOf, replyingTo } from './comment-draft.ts';
import { useTakeBack } from './take-back.ts';

const NOBODY: Named[] = [];

const TellDialog = onDemand(async () => (await import('../telling/tell-dialog.tsx')).TellDialog, 'telling');
const ByMail = onDemand(async () => (await import('./by-mail.tsx')).ByMail, 'operating');

interface CommentCardProps {
  comment: Comment;
  ticket: TicketDetail;
  onReply: ((to: Comment) => void) | undefined;
  /** Brings another comment into view. */
  onGoTo: (id: string) => void;
}

/** A comment. Its author edits its text in place, and any developer that of the answer. */
export function CommentCard({ comment, ticket, onReply, onGoTo }: CommentCardProps) {
  const client = useQueryClient();
  const me = useMe();
  const developer = useIsDeveloper();
  const onItsWay = comment.id === PENDING_ID;
  const { is_internal: internal, is_closure_summary: summary } = comment;
  const { text, named: before } = withLabels(comment.content, comment.mentions);
  const [added, setAdded, forgetAdded] = useDraft(`edit.${me.id}.${comment.id}.named`, NOBODY);
  const named = [...before, ...added.filter(({ id }) => before.every((person) => person.id !== id))];
  const tells = summary && isLastingAnswer(comment, ticket) && 'beside' in ticket && ticket.status === 'closed';
  const [telling, setTelling] = useState(false);
  const save = async (edited: string) => {
    try {
      await editComment(client, ticket, comment, withIds(edited, named));
      forgetAdded();
      if (tells) toast({ text: t('told.changed'), action: { label: t('told.tell'), run: () => setTelling(true) } });
      return true;
    } catch (error) {
      toastRefusal(error, `#${ticket.number}`);
      return false;
    }
  };
  return (
    <li
      id={anchorOf(comment.id)}
      aria-busy={onItsWay}
      className={classes(
        'rounded-xl border px-4 py-3',
        onItsWay && 'opacity-60',
        internal
          ? 'border-warning/30 bg-warning-soft'
          : isLastingAnswer(comment, ticket)
            ? 'border-success/40 bg-success-soft'
            : 'border-line bg-surface',
      )}
    >
      <EditedText
        name={comment.id}
        label={t('comment.edit')}
        value={text}
        canEdit={comment.user_id === me.id || (summary && developer)}
        min={1}
        max={LONGEST.comment}
        lead={<CommentHead comment={comment} ticket={ticket} />}
        onSave={save}
        area={(field) => (
          <NamingTextArea {...field} ticket={ticket.id} internal={internal} named={named} onNamed={setAdded} />
        )}
      >
        {(edit) => (
          <>
            <CommentHead comment={comment} ticket={ticket} onReply={onReply} edit={edit} />
            <Parent comment={comment} ticket={ticket} onGoTo={onGoTo} />
            <Markdown text={comment.content} mentions={comment.mentions} pictureOf={picturesOf(comment.attachments)} />
            {comment.via_mail && (
              <PartPlace fallback={<p className="h-5" />}>
                <ByMail elided={comment.elided} />
              </PartPlace>
            )}
          </>
        )}
      </EditedText>
      <FileCards ticket={ticket} files={comment.attachments} shownIn={picturesIn(comment.content)} />
      {tells && (
        <Button small icon="send" className="mt-2" onClick={() => setTelling(true)} data-reach="tell" data-opens>
          {t('told.tell')}
        </Button>
      )}
      {telling && (
        <PartPlace>
          <TellDialog ticket={ticket} answer={comment} onClose={() => setTelling(false)} />
        </PartPlace>
      )}
    </li>
  );
}

/** The comment to which this one replies, and the way there. */
function Parent({ comment, ticket, onGoTo }: Pick<CommentCardProps, 'comment' | 'ticket' | 'onGoTo'>) {
  const parent = ticket.comments.find(({ id }) => id === comment.parent_id);
  if (!parent) return null;
  return (
    <button
      type="button"
      onClick={() => onGoTo(parent.id)}
      className="mb-1 flex w-full items-center gap-2 text-left text-xs text-muted hover:text-ink max-md:min-h-11"
    >
      <Icon name="reply" size={14} />
      <span className="truncate">{replyingTo(parent)}</span>
    </button>
  );
}

/** How long the service lets an author take a comment back. */
const REVOCABLE_MS = 5 * 60_000;
const NARROW = '-my-1 max-md:-my-2.5';

interface CommentHeadProps {
  comment: Comment;
  ticket: TicketDetail;
  /** Undefined for readers who may not, and while the text is being edited. */
  onReply?: ((to: Comment) => void) | undefined;
  edit?: Edit | undefined;
}

/** The author of a comment, its kind, its time, and the actions on it. */
function CommentHead({ comment, ticket, onReply, edit }: CommentHeadProps) {
  const me = useMe();
  const nameOf = usePersonName();
  const young = useIsRevocable(comment);
  const takeBack = useTakeBack(ticket);
  const answered = ticket.comments.some(({ parent_id }) => parent_id === comment.id);
  const onItsWay = comment.id === PENDING_ID;
  const { is_internal: internal, is_closure_summary: summary } = comment;
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Avatar name={comment.user_name} />
      <span className="text-sm font-semibold">{nameOf(comment.user_id, comment.user_name)}</span>
      {comment.is_developer && <Mark text={t('role.developer')} />}
      {comment.type !== 'comment' && <Mark text={t(`comment.${comment.type}`)} />}
      {internal && <Mark text={t('comment.internal')} icon="lock" />}
      {comment.merged_from?.number && (
        <Mark text={t('comment.cameFrom', { number: comment.merged_from.number })} icon="link" />
      )}
      {summary && <Mark text={t('comment.summary')} icon={isLastingAnswer(comment, ticket) ? 'check' : undefined} />}
      <span className="ml-auto flex items-center gap-1">
        {comment.edited_at && <EditedMark comment={comment} editedAt={comment.edited_at} />}
        <Ago at={comment.created_at} className="text-xs text-muted" />
        {edit && !onItsWay && <IconButton icon="edit" label={t('comment.edit')} small className={NARROW} {...edit} />}
        {young && comment.user_id === me.id && !summary && !answered && !onItsWay && (
          <IconButton
            icon="trash"
            label={t('comment.takeBack')}
            small
            className={NARROW}
            onClick={() => takeBack(comment)}
          />
        )}
        {onReply && !onItsWay && (
          <IconButton
            icon="reply"
            label={t('comment.reply', { name: comment.user_name ?? t('field.nobody') })}
            small
            className={`${NARROW} -mr-2 max-md:-mr-3`}
            onClick={() => onReply(comment)}
          />
        )}
      </span>
    </div>
  );
}

function useIsRevocable({ created_at }: Comment): boolean {
  const until = Date.parse(created_at) + REVOCABLE_MS;
  const [young, setYoung] = useState(() => now() < until);
  useEffect(() => {
    if (!young) return;
    const timer = setTimeout(() => setYoung(false), until - now());
    return () => clearTimeout(timer);
  }, [young, until]);
  return young;
}

function Mark({ text, icon }: { text: string; icon?: 'lock' | 'check' | 'link' | undefined }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-md border border-line-strong/40 px-1.5 text-xs text-muted">
      {icon && <Icon name={icon} size={12} />}
      {text}
    </span>
  );
}

/** Says that a comment was edited; developers open its former texts by it. */
function EditedMark({ comment, editedAt }: { comment: Comment; editedAt: string }) {
  const developer = useIsDeveloper();
  const [open, setOpen] = useState(false);
  const title = moment(editedAt);
  if (!developer)
    return (
      <span className="text-xs text-muted" title={title}>
        {t('comment.edited')}
      </span>
    );
  return (
    <>
      <button
        type="button"
        title={title}
        onClick={() => setOpen(true)}
        className="text-xs text-muted underline underline-offset-2 hover:text-ink max-md:min-h-11"
      >
        {t('comment.edited')}
      </button>
      {open && <FormerTexts comment={comment} onClose={() => setOpen(false)} />}
    </>
  );
}

function FormerTexts({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const edits = useQuery(commentEditsQuery(comment));
  return (
    <Dialog wide onClose={onClose} title={t('comment.formerTexts')}>
      <DialogBody>
        {!edits.data && <Pending query={edits} />}
        <ol className="flex flex-col gap-4">
          {edits.data?.map((edit) => (
            <li key={edit.edited_at} className="rounded-lg border border-line px-4 py-3">
              <p className="mb-1 text-xs text-muted">{t('comment.until', { moment: moment(edit.edited_at) })}</p>
              <Markdown text={edit.content} mentions={comment.mentions} />
            </li>
          ))}
        </ol>
      </DialogBody>
    </Dialog>
  );
}
