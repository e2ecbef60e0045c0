import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { COMMENT_TYPES, LONGEST } from '../../../../contract/words.ts';
import type { Comment } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { keysOf } from '../../commands/shortcuts.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { lengthOf, sendByKeys } from '../../design/field.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import { Form } from '../../design/form.tsx';
import { Icon } from '../../design/icon.tsx';
import { Markdown } from '../../design/markdown.tsx';
import { Menu, MenuRadio, MenuRadioGroup } from '../../design/menu.tsx';
import { useDraft } from '../../session/draft.ts';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { AttachInstead, ChosenFileList, previewOf } from '../../tickets/attaching/chosen-file-list.tsx';
import { useChosenFiles } from '../../tickets/attaching/chosen-files.ts';
import { useIsDragging, usePastedFiles } from '../../tickets/attaching/given-files.ts';
import { withIds } from '../../tickets/mentioning/mentions.ts';
import { NamingTextArea } from '../../tickets/mentioning/naming-text-area.tsx';
import {
  BLANK_COMMENT,
  barredFrom,
  type Draft,
  draftName,
  fittedComment,
  replyingTo,
  withPictures,
} from '../conversation/comment-draft.ts';
import { CommentToolbar, setMark } from './comment-toolbar.tsx';
import { useSendComment } from './send-comment.ts';
import { useWritingRequest } from './writing-request.ts';

/** A new object for every click on Reply, also for the same comment. */
export interface Reply {
  to: Comment;
}

export function Composer({ ticket, reply }: { ticket: TicketDetail; reply?: Reply | undefined }) {
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
  const submit = () => {
    if (isTooLong) return setPreview(false);
    if (barred.length > 0) return;
    return send({
      draft,
      setDraft,
      internal,
      parent,
      chosen,
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
    <Form
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
    </Form>
  );
}

/** The comment as it would look. */
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

interface CommentFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  ticket: TicketDetail;
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  /** Whether only developers will read the comment. */
  internal: boolean;
  busy: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The text of a comment. */
function CommentField({ field, ticket, draft, set, internal, busy, onKeyDown }: CommentFieldProps) {
  const label = internal ? t('composer.internalLabel') : t('composer.label');
  return (
    <NamingTextArea
      ref={field}
      ticket={ticket.id}
      internal={internal}
      named={draft.named ?? []}
      onNamed={(named) => set({ named })}
      data-composer={ticket.id}
      data-command={internal ? 'composer-internal' : 'composer'}
      aria-label={label}
      placeholder={label}
      // The service counts the ids of people who are named, not their names.
      longest={LONGEST.comment + draft.text.length - withIds(draft.text, draft.named ?? []).length}
      readOnly={busy}
      // The conversation shows the comment while it is being sent. The field shows it again when the service refuses.
      value={busy ? '' : draft.text}
      onKeyDown={onKeyDown}
      onChange={(event) => set({ text: event.target.value })}
    />
  );
}

interface ComposerToolsProps {
  ticket: TicketDetail;
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  internal: boolean;
  onFiles: (files: File[]) => void;
  onCancel: () => void;
  /** The progress of an upload, from 0 to 1; undefined when there is none. */
  progress: number | undefined;
  busy: boolean;
  canSend: boolean;
}

/** The row below the text field: internal or not, for developers the kind of comment, files, and Send. */
function ComposerTools({ ticket, draft, set, internal, ...rest }: ComposerToolsProps) {
  const isDeveloper = useIsDeveloper();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {ticket.can.comment_internally && (
        <InternalSwitch checked={internal} onChange={(checked) => set({ internal: checked })} />
      )}
      {isDeveloper && <KindMenu kind={draft.type} onPick={(type) => set({ type })} />}
      {ticket.can.attach && (
        <FilePicker multiple onChoose={rest.onFiles}>
          {(open) => <IconButton icon="clip" label={t('files.add')} small onClick={open} />}
        </FilePicker>
      )}
      {rest.progress !== undefined && (
        <span className="flex items-center gap-1">
          <progress value={rest.progress} aria-label={t('files.sending')} className="h-1.5 w-24 accent-accent" />
          <IconButton icon="close" small label={t('files.cancel')} onClick={rest.onCancel} />
        </span>
      )}
      <Button
        type="submit"
        look="primary"
        small
        icon="send"
        busy={rest.busy}
        disabled={!rest.canSend}
        className="ml-auto"
      >
        {internal ? t('composer.sendInternal') : t('composer.send')}
      </Button>
    </div>
  );
}

function KindMenu({ kind, onPick }: { kind: Draft['type']; onPick: (kind: Draft['type']) => void }) {
  const label = t('composer.kind');
  const said = t(`comment.${kind}`);
  return (
    <Menu
      label={label}
      trigger={
        <Button look="quiet" small aria-label={`${label}: ${said}`}>
          {said}
          <Icon name="down" size={16} />
        </Button>
      }
    >
      <MenuRadioGroup value={kind} onPick={onPick}>
        {COMMENT_TYPES.map((word) => (
          <MenuRadio key={word} value={word}>
            {t(`comment.${word}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

function InternalSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex min-h-8 items-center gap-2 rounded-lg px-2 text-sm max-md:min-h-11 has-checked:font-semibold has-checked:text-warning">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-warning"
      />
      <Icon name="lock" size={16} />
      {t('composer.internal')}
    </label>
  );
}
