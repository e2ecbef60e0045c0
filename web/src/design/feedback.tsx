/** Screens that are empty, load, or could not load. */
import type { ReactNode } from 'react';
import type { FieldProblem } from '../../../contract/errors.ts';
import { KwitError, TooLargeForProxy } from '../backend/client.ts';
import { fieldNameOf } from '../texts/changed-name.ts';
import { bytes } from '../texts/dates.ts';
import { refusalOf, t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { fieldProblemText } from './refused-field.ts';

/** Why the service refused, in the language of the page. */
export function refusalText(error: unknown): string {
  if (error instanceof TooLargeForProxy) return t('refused.too_large_for_proxy', { size: bytes(error.size) });
  if (!(error instanceof KwitError)) return t('refusal.internal_error');
  if (error.code === 'validation_error' && error.details.length > 0) return error.details.map(fieldSentence).join(' ');
  return refusalOf(error.code) ?? t('refusal.internal_error');
}

/** The problem of a field, with the field's name. */
function fieldSentence(problem: FieldProblem): string {
  const field = problem.path.split(/[.[]/).findLast((part) => !/^\d/.test(part)) ?? '';
  const name = fieldNameOf(field);
  const text = fieldProblemText(problem);
  return name === undefined ? text : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}: ${text}`;
}

export function refusalCode(error: unknown): string | undefined {
  if (!(error instanceof KwitError) || error.code === 'unreachable') return undefined;
  return error.requestId ? `${error.code} · ${error.requestId}` : error.code;
}

/** That there is nothing: a sentence, and what to do. */
export function Empty({ text, action, as: Text = 'p' }: { text: string; action?: ReactNode; as?: 'p' | 'h1' }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center text-muted">
      <Text className="max-w-sm">{text}</Text>
      {action}
    </div>
  );
}

interface ProblemBoxProps {
  text: string;
  /** The button's act, and its label. */
  act: (() => void) | undefined;
  label: string;
  /** The code for which somebody who helps asks. */
  code: string | undefined;
  children?: ReactNode;
}

export const ProblemBox = ({ text, act, label, code, children }: ProblemBoxProps) => (
  <div role="alert" className="flex flex-col items-center gap-3 px-6 py-14 text-center">
    <span className="rounded-full bg-danger-soft p-3 text-danger">
      <Icon name="warning" size={22} />
    </span>
    <p className="max-w-sm">{text}</p>
    {act && (
      <Button icon="refresh" onClick={act}>
        {label}
      </Button>
    )}
    {children}
    {code && <p className="font-mono text-xs text-faint">{code}</p>}
  </div>
);

export const LoadFailed = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => (
  <ProblemBox text={refusalText(error)} act={onRetry} label={t('action.retry')} code={refusalCode(error)} />
);

/** Grey bars in place of content that loads. They appear only when that takes longer than 150 ms. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  return (
    <div role="status" aria-label={t('state.loading')} className="flex flex-col gap-3 p-4 animate-late">
      {Array.from({ length: lines }, (_, index) => `line ${index}`).map((line) => (
        <div key={line} className="h-10 rounded-lg bg-sunken" />
      ))}
    </div>
  );
}
