import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { classes } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  plain: 'bg-surface text-ink border-line hover:bg-hover',
  quiet: 'text-muted border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-surface text-danger border-line hover:bg-danger-soft',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  icon?: IconName | undefined;
  small?: boolean;
  busy?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export const buttonClass = (look: Look = 'plain', small = false): string =>
  classes(
    'inline-flex max-w-full items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap select-none print:hidden',
    'transition-colors aria-disabled:opacity-60 max-md:min-h-11',
    small ? 'h-8 px-2.5 text-sm' : 'h-9 px-3.5 text-sm',
    LOOKS[look],
  );

const takeNoClick = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * The properties of a control that may do nothing for now. It keeps the focus, which the browser takes from what is disabled:
 * who uses keys goes on from where they were.
 */
export const offIf = (isOff: boolean | undefined) => (isOff ? { 'aria-disabled': true, onClick: takeNoClick } : {});

export function Button({ look = 'plain', icon, small, busy, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      {...offIf(disabled || busy)}
      className={classes(buttonClass(look, small), className)}
    >
      {icon && <Icon name={icon} size={small ? 16 : 18} />}
      {typeof children === 'string' ? <span className="truncate">{children}</span> : children}
    </button>
  );
}

interface IconButtonProps extends ButtonProps {
  icon: IconName;
  label: string;
}

/** A button that shows only an icon. Its label is its accessible name and its tooltip. */
export function IconButton({ icon, label, look = 'quiet', small, className, disabled, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...offIf(disabled)}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-lg border transition-colors aria-disabled:opacity-60 print:hidden',
        small ? 'size-8 max-md:size-11' : 'size-9 max-md:size-11',
        LOOKS[look],
        className,
      )}
    >
      <Icon name={icon} size={small ? 16 : 18} />
    </button>
  );
}
