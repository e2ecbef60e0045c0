import { useEffect, useMemo, useRef } from 'react'
import type { TicketSummary } from '../../backend/tickets.ts'
import { useCommands } from '../../commands/registry.ts'
import { classes } from '../../design/class-names.ts'
import { CheckBox } from '../../design/field.tsx'
import { useVirtualPageRows } from '../../design/virtual.ts'
import { useMe } from '../../session/me.ts'
import { t } from '../../texts/texts.ts'
import { useOpeningCommands } from '../../ticket/peek/opening-commands.ts'
import { usePeek } from '../../ticket/peek/with-peek.tsx'
import { useChangeTicket } from '../../tickets/changing/change.ts'
import { ticketCommands } from '../../tickets/changing/commands.ts'
import type { Group } from '../../tickets/filtering/ticket-search.ts'
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx'
import { useCursor } from '../../tickets/walking/walk.ts'
import { rowsOf } from './groups.ts'
import type { Selection } from './selection.ts'

interface TicketRowsProps {
  tickets: TicketSummary[]
  group: Group | undefined
  selection: Selection
  selectable: boolean
  selecting: boolean
  onEnd: () => void
}

const ROW = 57
const NEAR_END = 15

export function TicketRows({ tickets, group, selection, selectable, selecting, onEnd }: TicketRowsProps) {
  const rows = useMemo(() => rowsOf(tickets, group), [tickets, group])
  const list = useRef<HTMLDivElement>(null)
  const virtual = useVirtualPageRows(list, rows.length, ROW, (index) => {
    const row = rows[index]
    return row?.kind === 'ticket' ? row.ticket.id : (row?.key ?? String(index))
  })
  const inOrder = useMemo(() => rows.flatMap((row) => (row.kind === 'ticket' ? [row.ticket] : [])), [rows])
  const { current, moveTo } = useListKeys(inOrder, selection, (ticket) => {
    const index = rows.findIndex((row) => row.kind === 'ticket' && row.ticket.id === ticket.id)
    if (index >= 0) virtual.scrollToIndex(index)
  })
  const { peek, open } = usePeek()
  const shown = virtual.getVirtualItems()
  const end = shown.at(-1)?.index ?? 0
  const latestEnd = useRef(onEnd)
  latestEnd.current = onEnd
  useEffect(() => {
    if (end >= rows.length - NEAR_END) latestEnd.current()
  }, [end, rows.length])

  return (
    <div ref={list} className="relative bg-surface" style={{ height: virtual.getTotalSize() }}>
      {shown.map((item) => {
        const row = rows[item.index]
        if (!row) return null
        return (
          <div
            key={item.key}
            data-index={item.index}
            ref={virtual.measureElement}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
          >
            {row.kind === 'group' ? (
              <h2 className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-sm font-semibold md:px-5">
                {row.name}
                <span className="font-normal text-muted tabular-nums">{row.count}</span>
              </h2>
            ) : (
              <TicketListItem
                ticket={row.ticket}
                current={row.ticket.id === current?.id || row.ticket.number === peek}
                selected={selection.ids.has(row.ticket.id)}
                onOpen={() => {
                  moveTo(row.ticket.number)
                  open(row.ticket.number)
                }}
                lead={
                  selectable && (
                    <CheckBox
                      aria-label={t('list.select', { number: row.ticket.number })}
                      checked={selection.ids.has(row.ticket.id)}
                      onChange={() => {}}
                      onClick={(event) => selection.toggle(row.ticket.id, event.shiftKey)}
                      className={classes('relative z-10', !selecting && 'max-md:hidden')}
                    />
                  )
                }
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

/**
 * J and K move to another row, Enter opens, Space peeks, X selects. The other keys act on the selection or the current
 * row.
 */
function useListKeys(tickets: TicketSummary[], selection: Selection, show: (ticket: TicketSummary) => void) {
  const me = useMe()
  const change = useChangeTicket()
  const { peek, open } = usePeek()
  const { current, at, moveTo } = useCursor(tickets, peek)
  const step = (by: number) => {
    const next = tickets[Math.min(Math.max(at + by, 0), tickets.length - 1)]
    if (!next) return
    moveTo(next.number)
    show(next)
    if (peek !== undefined) open(next.number)
  }
  const subject = selection.chosen.length > 0 ? selection.chosen : current && peek === undefined ? [current] : []
  useCommands([
    { id: 'next', label: t('command.next'), group: 'list', keys: 'j', run: () => step(1) },
    { id: 'previous', label: t('command.previous'), group: 'list', keys: 'k', run: () => step(-1) },
    ...useOpeningCommands(current),
    {
      id: 'select',
      label: t('command.select'),
      group: 'list',
      keys: 'x',
      idle: !current,
      run: () => current && selection.toggle(current.id),
    },
    { id: 'select all', label: t('command.selectAll'), group: 'list', keys: 'mod+a', run: selection.all },
    ...ticketCommands(subject, me, change),
  ])
  return { current, moveTo }
}
