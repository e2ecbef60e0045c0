/** Menus that open from a button: actions, or one choice out of several. Not modal: see dialog.tsx. */
import {
  CheckboxItem,
  Content,
  Item,
  ItemIndicator,
  Label,
  Portal,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Trigger,
} from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

interface MenuProps {
  trigger: ReactElement
  children: ReactNode
  label?: string
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function Menu({ trigger, children, label, align = 'start', open, onOpenChange }: MenuProps) {
  return (
    <Root modal={false} {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Trigger asChild>{trigger}</Trigger>
      <Portal>
        <Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-60 max-h-80 min-w-48 max-w-80 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float animate-appear"
        >
          {children}
        </Content>
      </Portal>
    </Root>
  )
}

const ITEM =
  'flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover ' +
  'data-disabled:opacity-50 max-md:min-h-11'

interface ItemProps {
  icon?: IconName
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, danger, disabled, onSelect, children }: ItemProps) {
  return (
    <Item disabled={disabled ?? false} onSelect={onSelect} className={classes(ITEM, danger && 'text-danger')}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </Item>
  )
}

interface PickProps<V extends string> {
  value: V | null
  onPick: (value: V) => void
  children: ReactNode
}

export function MenuPick<V extends string>({ value, onPick, children }: PickProps<V>) {
  return (
    <RadioGroup value={value ?? ''} onValueChange={(next) => onPick(next as V)}>
      {children}
    </RadioGroup>
  )
}

const Tick = () => (
  <span className="ml-auto flex w-4 justify-end">
    <ItemIndicator>
      <Icon name="check" size={16} />
    </ItemIndicator>
  </span>
)

export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <RadioItem value={value} className={ITEM}>
      {children}
      <Tick />
    </RadioItem>
  )
}

interface CheckProps {
  checked: boolean
  onCheck: (checked: boolean) => void
  children: ReactNode
}

/** Stays open, so that several can be ticked. */
export function MenuCheck({ checked, onCheck, children }: CheckProps) {
  return (
    <CheckboxItem
      checked={checked}
      onCheckedChange={onCheck}
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      {children}
      <Tick />
    </CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-faint">{children}</Label>
}

export const MenuLine = () => <Separator className="my-1 h-px bg-line" />
