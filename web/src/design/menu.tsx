/** A menu button with items, radio groups, or checkboxes. */
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from 'react';
import { classes } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { useMenuKeys, useMenuPlace } from './menu-behavior.ts';

interface RadioGroup {
  value: string | null;
  pick: (value: string) => void;
}

const CloseContext = createContext<() => void>(() => {});
const RadioContext = createContext<RadioGroup>({ value: null, pick: () => {} });

interface TriggerProps {
  ref?: React.Ref<HTMLButtonElement>;
  onClick?: () => void;
  onKeyDown?: (event: React.KeyboardEvent) => void;
}

interface MenuProps {
  trigger: ReactElement<TriggerProps>;
  children: ReactNode;
  label: string;
  align?: 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Menu({ trigger, children, label, align = 'start', open, onOpenChange }: MenuProps) {
  const [own, setOwn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const shown = open ?? own;
  const show = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  const close = () => {
    show(false);
    button.current?.focus();
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': shown,
        'aria-controls': shown ? id : undefined,
        onClick: () => show(!shown),
        onKeyDown: (event: React.KeyboardEvent) => {
          if (event.key !== 'ArrowDown' || shown) return;
          event.preventDefault();
          show(true);
        },
      } as TriggerProps)}
      {shown && (
        <CloseContext value={close}>
          <MenuBox id={id} label={label} align={align} button={button} onClose={close} onLeave={() => show(false)}>
            {children}
          </MenuBox>
        </CloseContext>
      )}
    </>
  );
}

interface MenuBoxProps {
  id: string;
  label: string;
  align: 'start' | 'end';
  button: React.RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onLeave: () => void;
  children: ReactNode;
}

function MenuBox({ id, label, align, button, onClose, onLeave, children }: MenuBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useMenuPlace(box, button, align, onLeave);
  const onKeyDown = useMenuKeys(box, onClose, onLeave);
  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      role="menu"
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="m-0 max-h-[min(34rem,80vh)] min-w-48 max-w-80 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-left font-normal whitespace-normal text-ink shadow-float animate-appear outline-none"
    >
      {children}
    </div>
  );
}

const ITEM =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm outline-none select-none focus:bg-hover ' +
  'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent disabled:opacity-50 max-md:min-h-11';

const focusOnHover = (event: React.PointerEvent<HTMLElement>) => event.currentTarget.focus({ preventScroll: true });

const Item = ({ className, ...button }: ComponentProps<'button'>) => (
  <button type="button" tabIndex={-1} onPointerMove={focusOnHover} {...button} className={classes(ITEM, className)} />
);

interface ItemProps {
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger, disabled, onSelect, children }: ItemProps) {
  const close = useContext(CloseContext);
  const select = () => {
    close();
    onSelect();
  };
  return (
    <Item role="menuitem" disabled={disabled} onClick={select} className={danger ? 'text-danger' : ''}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </Item>
  );
}

interface PickProps<V extends string> {
  value: V | null;
  onPick: (value: V) => void;
  children: ReactNode;
}

export function MenuRadioGroup<V extends string>({ value, onPick, children }: PickProps<V>) {
  return (
    <RadioContext value={{ value, pick: onPick as (value: string) => void }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu */}
      <div role="group">{children}</div>
    </RadioContext>
  );
}

const Tick = ({ shown }: { shown: boolean }) => (
  <span className="ml-auto flex w-4 justify-end">{shown && <Icon name="check" size={16} />}</span>
);

export function MenuRadio({ value, children }: { value: string; children: ReactNode }) {
  const close = useContext(CloseContext);
  const picking = useContext(RadioContext);
  const chosen = value === picking.value;
  const pick = () => {
    close();
    picking.pick(value);
  };
  return (
    <Item role="menuitemradio" aria-checked={chosen} onClick={pick}>
      {children}
      <Tick shown={chosen} />
    </Item>
  );
}

interface CheckProps {
  checked: boolean;
  disabled?: boolean;
  onCheck: (checked: boolean) => void;
  children: ReactNode;
}

/** The menu stays open, so that the user can check several. */
export const MenuCheckbox = ({ checked, disabled, onCheck, children }: CheckProps) => (
  <Item role="menuitemcheckbox" aria-checked={checked} disabled={disabled} onClick={() => onCheck(!checked)}>
    {children}
    <Tick shown={checked} />
  </Item>
);

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-faint">
      {children}
    </div>
  );
}

export const MenuSeparator = () => <hr className="my-1 border-line" />;
