import { Link } from '@tanstack/react-router';
import { plainText } from '../../../../packages/markdown/plain-text.ts';
import type { Answer } from '../../backend/answers.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { day } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

const LONGEST_SUBJECT = 90;

/** The subject of an answer, and the rest of its text. One without a question, as older ones are, begins with its subject. */
export function subjectAndRest({ question, content }: Pick<Answer, 'question' | 'content'>): {
  subject: string;
  rest: string;
} {
  const text = plainText(content);
  if (question !== null) return { subject: question, rest: text };
  const [first = ''] = text.split('\n');
  if (first.length <= LONGEST_SUBJECT) return { subject: first, rest: text.slice(first.length).trim() };
  const space = first.lastIndexOf(' ', LONGEST_SUBJECT);
  const end = space > 0 ? space : LONGEST_SUBJECT;
  const [subject, rest] = [first.slice(0, end), text.slice(end).trim()];
  return /[.!?]$/.test(subject) ? { subject, rest } : { subject: `${subject}…`, rest: `…${rest}` };
}

/** An answer in a list: what it is about, its beginning, and whether it helped. */
export function AnswerRow({ answer, current = false }: { answer: Answer; current?: boolean }) {
  const { subject, rest } = subjectAndRest(answer);
  return (
    <li
      data-current={current || undefined}
      className={classes(
        'scroll-my-20 rounded-xl border border-line bg-surface px-4 py-3 md:px-5',
        current && 'border-accent shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <h2 className="font-semibold wrap-break-word">
        <Link to="/answers/$id" params={{ id: answer.id }} className="hover:underline max-md:block max-md:py-1.5">
          {subject}
        </Link>
      </h2>
      <AnswerFacts answer={answer} />
      <p className="mt-1.5 line-clamp-3 text-sm wrap-break-word whitespace-pre-line empty:hidden">{rest}</p>
    </li>
  );
}

/** Where an answer is from, and how it fared. */
export function AnswerFacts({ answer }: { answer: Answer }) {
  const { category, project_name, author_name, answered_at, helped, held, reopened, is_shared } = answer;
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted">
      <span>
        {[t(`category.${category}`), project_name, author_name, day(answered_at)].filter(Boolean).join(' · ')}
      </span>
      {helped > 0 && (
        <span className="inline-flex items-center gap-1 font-medium text-success">
          <Icon name="check" size={14} />
          {t('answers.helpedPeople', { count: helped })}
        </span>
      )}
      {!held && (
        <span className="inline-flex items-center gap-1 font-medium text-warning">
          <Icon name="warning" size={14} />
          {t(reopened ? 'answers.cameBack' : 'answers.didNotHold')}
        </span>
      )}
      {!is_shared && (
        <span className="inline-flex items-center gap-1">
          <Icon name="lock" size={14} />
          {t('answers.notShared')}
        </span>
      )}
    </p>
  );
}
