import { useRef } from 'react'
import type { Status, Ticket } from '../../backend/tickets.ts'
import { classes } from '../../design/class-names.ts'
import { useDropTarget } from '../../design/drag.ts'
import { useVirtualRows } from '../../design/virtual.ts'
import { t } from '../../texts/texts.ts'
import { StatusSign } from '../../tickets/showing/status.tsx'
import { Card } from './card.tsx'

export type Move = (ticket: Ticket, status: Status, index?: number) => void

interface ColumnProps {
  status: Status
  tickets: Ticket[]
  total: number
  focused: string | undefined
  onFocus: (id: string) => void
  onMove: Move
}

export const COLUMN =
  'flex w-72 shrink-0 snap-start flex-col rounded-xl bg-sunken max-md:w-[84vw] xl:min-w-43 xl:flex-1'

const CARD = 112

export function Column({ status, tickets, total, focused, onFocus, onMove }: ColumnProps) {
  const column = useRef<HTMLElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualRows(box, tickets.length, CARD, (index) => tickets[index]?.id ?? String(index))
  const over = useDropTarget(column, {
    accepts: (payload) => 'ticket' in payload,
    onDrop: (payload) => {
      const ticket = payload.ticket as Ticket
      if (ticket.status !== status) onMove(ticket, status)
    },
  })
  const name = t(`status.${status}`)
  return (
    <section
      ref={column}
      aria-label={`${name}, ${t('board.cards', { count: total })}`}
      className={classes(COLUMN, over && 'outline-2 outline-accent')}
    >
      <h2 className="flex items-center gap-2 px-3.5 pt-3 pb-2 text-sm font-semibold">
        <StatusSign status={status} />
        {name}
        <span className="font-normal text-muted tabular-nums">{total}</span>
      </h2>
      <div ref={box} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {tickets.length === 0 && <p className="px-2 py-6 text-center text-sm text-muted">{t('board.empty')}</p>}
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const ticket = tickets[item.index]
            if (!ticket) return null
            return (
              <div
                key={item.key}
                data-index={item.index}
                ref={virtual.measureElement}
                className="absolute inset-x-0 top-0 pb-2"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Card
                  ticket={ticket}
                  focused={ticket.id === focused}
                  onFocus={() => onFocus(ticket.id)}
                  onMove={onMove}
                  onDropBeside={(dragged, half) => {
                    const others = tickets.filter((other) => other.id !== dragged.id)
                    const index = others.findIndex((other) => other.id === ticket.id) + (half === 'after' ? 1 : 0)
                    onMove(dragged, status, index)
                  }}
                />
              </div>
            )
          })}
        </div>
        {total > tickets.length && tickets.length > 0 && (
          <p className="px-2 py-2 text-center text-xs text-muted">
            {t('board.shown', { count: tickets.length, total })}
          </p>
        )}
      </div>
    </section>
  )
}
