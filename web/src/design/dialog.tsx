/** A modal dialog. It is the browser's own, which traps the focus and makes the page behind it inert. */
import { type KeyboardEventHandler, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button, IconButton } from './button.tsx';
import { classes } from './class-names.ts';
import { Toasts } from './toast.tsx';

export interface DialogProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  hideTitle?: boolean;
  wide?: boolean;
  /** Whether what the user types there is kept as a draft. Otherwise Escape asks before it throws that away. */
  drafts?: boolean;
  children: ReactNode;
}

/** Opens the dialog while the component is mounted, and returns the focus to where it was. */
function useModal(onClose: () => void, light: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    const page = document.documentElement;
    const { overflow } = page.style;
    element.showModal();
    // The first field gets the focus; the browser would focus the close button.
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('input, textarea');
    first?.focus();
    page.style.overflow = 'hidden';
    // The browser would close the dialog itself; the component that opened it decides whether it closes.
    const onCancel = (event: Event) => {
      event.preventDefault();
      latest.current();
    };
    // A click outside closes a list. Outside a form it closes nothing, or the user would lose what they typed.
    const onPointer = (event: PointerEvent) => {
      if (light && event.target === element && !isInside(element, event)) latest.current();
    };
    element.addEventListener('cancel', onCancel);
    element.addEventListener('pointerdown', onPointer);
    return () => {
      page.style.overflow = overflow;
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('pointerdown', onPointer);
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [light]);
  return dialog;
}

function isInside(element: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

interface FullScreenProps {
  title: string;
  onClose: () => void;
  onKeyDown: KeyboardEventHandler;
  children: ReactNode;
}

/** A dialog over the whole window, for something to look at. */
export function FullScreen({ title, onClose, onKeyDown, children }: FullScreenProps) {
  const dialog = useModal(onClose, false);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onKeyDown={onKeyDown}
      className="z-50 m-0 h-dvh max-h-none w-dvw max-w-none flex-col bg-page text-ink outline-none open:flex"
    >
      {children}
      <Toasts />
    </dialog>
  );
}

/** Whether something was typed since the dialog was opened. */
const isText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'color'].includes(target.type));

/** Whether an event is of this dialog, and not of one that it has opened. */
const isIn = (target: EventTarget, dialog: Element): boolean =>
  target instanceof Element && target.closest('dialog') === dialog;

export function Dialog({ onClose, title, description, hideTitle, wide, drafts, children }: DialogProps) {
  const [typed, setTyped] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => {
    if (typed && !drafts && !hideTitle) setAsking(!asking);
    else onClose();
  };
  const dialog = useModal(leave, hideTitle === true);
  const id = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-more` : undefined}
      onInput={({ target }) => {
        // The focus has stayed in the field: who types on has answered.
        setAsking(false);
        if (isText(target)) setTyped(true);
      }}
      // The browser lets no dialog hold up a second Escape, unless the key itself is held up.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isIn(event.target, event.currentTarget)) return;
        event.preventDefault();
        leave();
      }}
      className={classes(
        'z-50 m-0 max-w-none flex-col overflow-y-auto bg-raised text-ink shadow-float animate-appear outline-none open:flex',
        'backdrop:bg-veil max-md:h-dvh max-md:max-h-dvh max-md:w-dvw',
        'md:mx-auto md:mt-[12vh] md:max-h-[80vh] md:max-w-[94vw] md:rounded-xl md:border md:border-line',
        wide ? 'md:w-[44rem]' : 'md:w-[32rem]',
      )}
    >
      <div className={hideTitle ? 'sr-only' : 'flex items-start gap-3 px-5 pt-4 pb-1'}>
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {description && (
            <p id={`${id}-more`} className="mt-0.5 line-clamp-3 text-sm text-muted">
              {description}
            </p>
          )}
        </div>
        {!hideTitle && (
          <IconButton
            icon="close"
            label={t('action.close')}
            small
            onClick={onClose}
            className="-mt-0.5 -mr-2 max-md:-mt-2.5 max-md:-mr-3"
          />
        )}
      </div>
      {children}
      {asking && (
        <div
          role="alertdialog"
          aria-label={t('action.leave')}
          className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-warning-soft px-5 py-3 text-warning"
        >
          <span className="mr-auto text-sm font-medium">{t('action.leave')}</span>
          <Button look="danger" onClick={onClose}>
            {t('action.discard')}
          </Button>
          <Button onClick={() => setAsking(false)}>{t('action.stay')}</Button>
        </div>
      )}
      {hideTitle && (
        <IconButton
          icon="close"
          label={t('action.close')}
          onClick={onClose}
          className="absolute! top-1 right-2 md:hidden"
        />
      )}
      <Toasts />
    </dialog>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="flex flex-1 flex-col gap-4 px-5 py-3">{children}</div>;
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="pad-safe sticky bottom-0 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-5 py-3">
      {children}
    </div>
  );
}
