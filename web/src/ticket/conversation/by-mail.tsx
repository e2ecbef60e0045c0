import type { Comment } from '../../backend/comments.ts';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';

/** Says that a comment came by mail; whoever may read what was cut of the mail unfolds it. */
export function ByMail({ elided }: Pick<Comment, 'elided'>) {
  const head = (
    <>
      <Icon name="mail" size={14} /> {t('mailIn.byMail')}
    </>
  );
  if (elided === null) return <p className="flex py-1 items-center gap-1.5 text-xs text-muted">{head}</p>;
  return (
    <details className="text-xs text-muted">
      <summary className="flex py-1 cursor-pointer items-center gap-1.5 hover:text-ink max-md:min-h-11">
        {head} · <span className="underline underline-offset-2">{t('mailIn.showCut')}</span>
      </summary>
      <pre className="mt-1 rounded-lg bg-sunken px-3 py-2 font-sans wrap-anywhere whitespace-pre-wrap">{elided}</pre>
    </details>
  );
}
