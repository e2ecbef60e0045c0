import { classes } from './class-names.ts';
import { inputClass } from './field.tsx';
import { Icon } from './icon.tsx';
import { Menu, MenuRadio, MenuRadioGroup } from './menu.tsx';

export interface Choice<V extends string> {
  value: V;
  label: string;
}

/** Choices of what has a name. */
export const choicesOf = (rows: readonly { id: string; name: string }[]): Choice<string>[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

export interface SelectProps<V extends string> {
  /** The label of the button, before its value, and of its menu. */
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onChoose: (value: V) => void;
  id?: string;
  className?: string;
  disabled?: boolean;
  'aria-describedby'?: string | undefined;
}

/** A field whose value is chosen from our menu, by the menu's keys. */
export function Select<V extends string>({ label, value, choices, onChoose, className, ...button }: SelectProps<V>) {
  const chosen = choices.find((choice) => choice.value === value)?.label ?? '';
  return (
    <Menu
      label={label}
      trigger={
        <button
          type="button"
          {...button}
          aria-label={chosen === label ? label : `${label}: ${chosen}`}
          className={classes(inputClass, 'flex items-center gap-2 text-left', className)}
        >
          <span className="min-w-0 flex-1 truncate">{chosen}</span>
          <Icon name="down" size={16} className="shrink-0 text-muted" />
        </button>
      }
    >
      <MenuRadioGroup value={value} onPick={onChoose}>
        {choices.map((choice) => (
          <MenuRadio key={choice.value} value={choice.value}>
            {choice.label}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
