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
    'transition-colors disabled:opacity-60 aria-disabled:opacity-60 max-md:min-h-11',
    small ? 'h-8 px-2.5 text-sm' : 'h-9 px-3.5 text-sm',
    LOOKS[look],
  );

const takeNoClick = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/** While it is busy it keeps the focus, so that who uses keys is where they were when the service refuses. */
export function Button({ look = 'plain', icon, small, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? takeNoClick : onClick}
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
export function IconButton({ icon, label, look = 'quiet', small, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-lg border transition-colors disabled:opacity-60 print:hidden',
        small ? 'size-8 max-md:size-11' : 'size-9 max-md:size-11',
        LOOKS[look],
        className,
      )}
    >
      <Icon name={icon} size={small ? 16 : 18} />
    </button>
  );
}
