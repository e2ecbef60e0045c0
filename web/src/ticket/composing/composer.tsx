import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { LONGEST } from '../../../../contract/words.ts';
import type { Comment } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { keysOf } from '../../commands/shortcuts.ts';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { lengthOf, sendByKeys } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Markdown } from '../../design/markdown.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { AttachInstead, ChosenFileList } from '../../tickets/attaching/chosen-file-list.tsx';
import { useChosenFiles } from '../../tickets/attaching/chosen-files.ts';
import { previewOf } from '../../tickets/attaching/chosen-picture.tsx';
import { useIsDragging, usePastedFiles } from '../../tickets/attaching/given-files.ts';
import { withIds } from '../../tickets/mentioning/mentions.ts';
import {
  BLANK_COMMENT,
  barredFrom,
  type Draft,
  draftName,
  fittedComment,
  withPictures,
} from '../conversation/comment-draft.ts';
import { replyingTo } from '../conversation/replying-to.ts';
import { CommentField } from './comment-field.tsx';
import { CommentToolbar, setMark } from './comment-toolbar.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { useSendComment } from './send-comment.ts';
import { useWritingRequest } from './writing-request.ts';

/** A new object for every click on Reply, also for the same comment. */
export interface Reply {
  to: Comment;
}

interface ComposerProps {
  ticket: TicketDetail;
  reply?: Reply | undefined;
}

export function Composer({ ticket, reply }: ComposerProps) {
  const me = useMe();
  const [draft, setDraft] = useDraft(draftName(me, ticket), BLANK_COMMENT, fittedComment);
  const [preview, setPreview] = useState(false);
  const { send, cancel, busy, progress } = useSendComment(ticket);
  const chosen = useChosenFiles(draftName(me, ticket));
  const dragging = useIsDragging();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, key: '', ...change }));
  const { add } = chosen;
  const take = useCallback(
    (files: File[], how: 'dropped' | 'pasted') => {
      const taken = add(files);
      if (how === 'pasted') setDraft((old) => withPictures(old, taken));
    },
    [add, setDraft],
  );
  usePastedFiles(ticket.can.comment && ticket.can.attach ? take : undefined, form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once
  useEffect(() => {
    if (!reply) return;
    const { id, is_internal, type } = reply.to;
    set({ parent: id, internal: is_internal || draft.internal, type: type === 'question' ? 'answer' : draft.type });
    setPreview(false);
    document.querySelector<HTMLElement>('[data-command^=composer]')?.focus();
  }, [reply]);
  useWritingRequest(ticket.id, field, (internal) => {
    setPreview(false);
    set({ internal });
  });
  if (!ticket.can.comment) return null;

  const internal = draft.internal && ticket.can.comment_internally;
  const barred = barredFrom(draft, internal);
  const parent = ticket.comments.find(({ id }) => id === draft.parent);
  const isTooLong = lengthOf(withIds(draft.text, draft.named ?? [])) > LONGEST.comment;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong) return setPreview(false);
    if (barred.length > 0) return;
    return send({
      ...{ draft, setDraft, internal, parent, chosen },
      onBegun: () => setPreview(false),
      onSent: () => requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' })),
    });
  };
  const onKey = (event: KeyboardEvent) => {
    sendByKeys(event);
    if (keysOf(event) === 'mod+b' && field.current) {
      event.preventDefault();
      setMark(field.current, 'bold');
    }
    if (event.key === 'Escape') (event.target as HTMLElement).blur();
  };

  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label={t('composer.title')}
      className={classes(
        // The sent comment moves the composer down: it stays in view.
        'flex scroll-mb-24 flex-col gap-2 rounded-xl border p-3 transition-colors max-md:scroll-mb-40 print:hidden',
        internal ? 'border-warning/50 bg-warning-soft' : 'border-line bg-surface',
        dragging && ticket.can.attach && 'outline-2 outline-accent outline-dashed',
      )}
    >
      {parent && <Answered comment={parent} onForget={() => set({ parent: '' })} />}
      <CommentToolbar
        field={field}
        onPictures={ticket.can.attach ? (files) => take(files, 'pasted') : undefined}
        preview={preview}
        onPreview={setPreview}
        blank={!draft.text.trim()}
      />
      {preview ? (
        <div className="min-h-24 px-3 py-2">
          <Markdown {...previewed(draft)} pictureOf={previewOf(chosen.files)} />
        </div>
      ) : (
        <CommentField {...{ field, ticket, draft, set, internal, busy }} onKeyDown={onKey} />
      )}
      {barred.length > 0 && (
        <p role="alert" className="px-1 text-sm text-danger">
          {t('composer.barred', { names: barred.map(({ label }) => label).join(', ') })}
        </p>
      )}
      {ticket.can.attach && (
        <AttachInstead text={draft.text} longest={LONGEST.comment} add={add} onAttached={(text) => set({ text })} />
      )}
      <ChosenFileList chosen={chosen} busy={busy} />
      <ComposerTools
        {...{ ticket, draft, set, internal, progress, busy }}
        canSend={draft.text.trim() !== '' && barred.length === 0 && !isTooLong}
        onFiles={add}
        onCancel={cancel}
      />
    </form>
  );
}

/** What the comment would look like. */
const previewed = ({ text, named = [] }: Draft) => ({
  text: withIds(text, named),
  mentions: named.map(({ id, label }) => ({ id, name: label })),
});

function Answered({ comment, onForget }: { comment: Comment; onForget: () => void }) {
  return (
    <p className="flex items-center gap-2 rounded-lg bg-sunken py-0.5 pr-0.5 pl-3 text-sm text-muted">
      <Icon name="reply" size={16} />
      <span className="min-w-0 flex-1 truncate">{replyingTo(comment)}</span>
      <IconButton icon="close" label={t('composer.noReply')} small onClick={onForget} />
    </p>
  );
}
