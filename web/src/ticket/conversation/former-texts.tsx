import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Comment, commentEditsQuery } from '../../backend/comments.ts';
import { Dialog, DialogBody } from '../../design/dialog.tsx';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Markdown } from '../../design/markdown.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

/** Says that a comment was edited; developers open its former texts by it. */
export function EditedMark({ comment, editedAt }: { comment: Comment; editedAt: string }) {
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
    <Dialog open wide onClose={onClose} title={t('comment.formerTexts')}>
      <DialogBody>
        {edits.isPending && <Skeleton />}
        {edits.error && <LoadFailed error={edits.error} onRetry={() => edits.refetch()} />}
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
