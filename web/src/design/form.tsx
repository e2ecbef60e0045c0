/** Forms: each sends once at a time, and says what was wrong. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { classes } from './class-names.ts';
import { refusalText } from './feedback.tsx';
import { FormRefusal } from './field.tsx';
import { toastRefusal } from './toast.tsx';

/** A reason not to send at all, or for the refusal, in the words of the page. */
export class NotReady extends Error {}

/**
 * Does what a form or a button asks for, one attempt at a time.
 *
 * @param work throws `NotReady` before it sends what the service would refuse.
 * @param textOf says why the service refused.
 * @returns `busy` while it lasts, and what was wrong with the last attempt until `forget`.
 */
export function useAttempt<A extends unknown[]>(work: (...args: A) => Promise<unknown>, textOf = refusalText) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const forget = () => setError(undefined);
  const attempt = async (...args: A) => {
    if (busy) return;
    setBusy(true);
    forget();
    try {
      await work(...args);
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  const text = () => (error instanceof NotReady ? error.message : textOf(error));
  return { attempt, busy, error, problem: error === undefined ? undefined : text(), forget };
}

/**
 * Does what a button asks for. A toast says why the service refused, `about` what.
 *
 * @param stale the beginning of the keys of queries that the work may have changed.
 * @returns `doing` what it is done with, while it lasts.
 */
export function useAct<A extends unknown[]>(work: (...args: A) => Promise<unknown>, stale?: QueryKey, about?: string) {
  const client = useQueryClient();
  const [doing, setDoing] = useState<A>();
  const act = async (...args: A) => {
    setDoing(args);
    try {
      await work(...args);
    } catch (error) {
      toastRefusal(error, about);
    }
    if (stale) await client.invalidateQueries({ queryKey: stale });
    setDoing(undefined);
  };
  return { act, busy: doing !== undefined, doing };
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  ref?: RefObject<HTMLFormElement | null>;
  onSubmit: () => unknown;
  /** The error of the last attempt: fields that it is about mark themselves, and the first of them has the focus. */
  refused?: unknown;
}

/** A form that sends itself nowhere. */
export function Form({ onSubmit, refused, ref, ...form }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  useEffect(() => {
    if (refused !== undefined) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refused, element]);
  return (
    <FormRefusal value={refused}>
      <form
        {...form}
        ref={element}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      />
    </FormRefusal>
  );
}

/** The problem of the last attempt; nothing when there was none. */
export const Problem = ({ text, className = 'text-sm' }: { text: string | undefined; className?: string }) =>
  text === undefined ? null : (
    <p role="alert" className={classes('text-danger', className)}>
      {text}
    </p>
  );
