/** A field and the list it narrows, driven by the arrow keys: the palette, and every question of one answer. */
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { Keys } from './keys.tsx'

interface CommandListProps {
  label: string
  placeholder: string
  empty: string
  search?: string
  onSearch?: (text: string) => void
  children: ReactNode
}

export function CommandList({ label, placeholder, empty, search, onSearch, children }: CommandListProps) {
  return (
    <Command label={label} loop className="flex min-h-0 flex-1 flex-col">
      <Command.Input
        autoFocus
        placeholder={placeholder}
        {...(search === undefined ? {} : { value: search })}
        {...(onSearch ? { onValueChange: onSearch } : {})}
        className="h-13 w-full border-b border-line bg-transparent px-5 max-md:pr-14 text-base outline-none"
      />
      <Command.List className="overflow-y-auto p-2 md:max-h-[22rem]">
        <Command.Empty className="px-3 py-8 text-center text-sm text-muted">{empty}</Command.Empty>
        {children}
      </Command.List>
    </Command>
  )
}

export function CommandGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  )
}

interface CommandItemProps {
  value: string
  keys?: string | undefined
  keywords?: string[]
  onSelect: () => void
  children: ReactNode
}

export function CommandItem({ value, keys, keywords, onSelect, children }: CommandItemProps) {
  return (
    <Command.Item
      value={value}
      {...(keywords ? { keywords } : {})}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm data-[selected=true]:bg-hover max-md:min-h-12"
    >
      {children}
      {keys && (
        <span className="ml-auto max-md:hidden">
          <Keys keys={keys} />
        </span>
      )}
    </Command.Item>
  )
}
