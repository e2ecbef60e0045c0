import {
  createContext,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { t } from '../texts/texts.ts';
import { offIf } from './button.tsx';
import { classes } from './class-names.ts';
import { isAboutField, problemWith } from './refused-field.ts';

const BOX =
  'w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-ink transition-colors hover:border-line-strong ' +
  'aria-invalid:border-danger disabled:bg-sunken disabled:text-muted';

export const inputClass = classes(BOX, 'h-10 max-md:h-11 max-md:text-[1rem]');
export const textAreaClass = classes(BOX, 'block min-h-24 resize-y py-2 field-sizing-content max-md:text-[1rem]');

/** Why the service refused the form around a field. */
export const FormRefusal = createContext<unknown>(undefined);

interface FieldProps {
  label: string;
  /** The field of the service, by which it knows that a refusal is about it. */
  name?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: string | undefined;
  children: (described: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
  className?: string;
}

/** A label, its control, and below it the error or else the hint. */
export function Field({ label, name, hint, error, optional, children, className }: FieldProps) {
  const id = useId();
  const refused = useContext(FormRefusal);
  const problem = error ?? (name && problemWith(refused, name));
  const isInvalid = problem !== undefined || (name !== undefined && isAboutField(refused, name));
  const below = problem ?? hint;
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional && <span className="ml-1.5 font-normal text-faint">{optional}</span>}
      </label>
      {children({
        id,
        'aria-describedby': below ? `${id}-below` : undefined,
        'aria-invalid': isInvalid || undefined,
      })}
      {below && (
        <div id={`${id}-below`} className={classes('text-sm', problem ? 'text-danger' : 'text-muted')}>
          {below}
        </div>
      )}
    </div>
  );
}

/** The length as the service counts it: in code points, after trimming. */
export const lengthOf = (text: string): number => [...text.trim()].length;

/** Sends the form of a field by Ctrl+Enter, as its button would: after the browser has looked whether all of it is right. */
export function sendByKeys(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey)) return;
  event.preventDefault();
  if (event.target instanceof Element) event.target.closest('form')?.requestSubmit();
}

interface Bounded<E> {
  ref?: Ref<E | null> | undefined;
  /** The most characters. What is beyond stays in the field, which says so, and its form is not sent. */
  longest?: number | undefined;
}

/** @returns what the field needs to say and to hold up that its text is too long. */
function useLongest<E extends HTMLInputElement | HTMLTextAreaElement>(value: unknown, { ref, longest }: Bounded<E>) {
  const field = useRef<E>(null);
  useImperativeHandle<E | null, E | null>(ref, () => field.current);
  const id = useId();
  // A length in UTF-16 is never the smaller one: most texts need no counting.
  const isSuspect = longest !== undefined && typeof value === 'string' && value.length > longest;
  const over = isSuspect ? Math.max(0, lengthOf(value) - longest) : 0;
  const problem = over > 0 ? t('meter.over', { count: over }) : '';
  useEffect(() => field.current?.setCustomValidity(problem), [problem]);
  const below = problem && (
    <span id={id} role="status" className="text-sm text-danger">
      {problem}
    </span>
  );
  return { field, below, described: problem ? { 'aria-invalid': true, 'aria-describedby': id } : {} };
}

export function Input({
  className,
  ref,
  longest,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & Bounded<HTMLInputElement>) {
  const { field, below, described } = useLongest(rest.value, { ref, longest });
  return (
    <>
      <input
        dir="auto"
        {...rest}
        {...described}
        ref={field}
        data-autofocus={rest.autoFocus}
        className={classes(inputClass, className)}
      />
      {below}
    </>
  );
}

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Bounded<HTMLTextAreaElement>;

export function TextArea({ className, ref, longest, ...rest }: TextAreaProps) {
  const { field, below, described } = useLongest(rest.value, { ref, longest });
  return (
    <>
      <textarea
        dir="auto"
        {...rest}
        {...described}
        ref={field}
        data-autofocus={rest.autoFocus}
        className={classes(textAreaClass, className)}
      />
      {below}
    </>
  );
}

/** A checkbox without visible text. On a phone its touch target is larger than the box. */
export function CheckBox({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={classes('flex shrink-0 max-md:-m-3 max-md:p-3 print:hidden', className)}>
      <input {...rest} type="checkbox" className="size-4.5 accent-accent max-md:size-5" />
    </label>
  );
}

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: string | undefined;
  disabled?: boolean;
  /** The name by which a command leads here. */
  reach?: string | undefined;
}

export function Switch({ checked, onChange, label, hint, disabled, reach }: SwitchProps) {
  return (
    <label className="flex items-start gap-3 py-1 has-aria-disabled:opacity-60">
      <input
        type="checkbox"
        role="switch"
        data-reach={reach}
        aria-checked={checked}
        checked={checked}
        {...offIf(disabled)}
        onChange={(event) => onChange(event.target.checked)}
        className="relative mt-0.5 h-5 w-9 shrink-0 appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-4"
      />
      <span className="text-sm">
        <span className="font-medium">{label}</span>
        {hint && <span className="block text-muted">{hint}</span>}
      </span>
    </label>
  );
}
