import { useState } from 'react'
import type { Status, Ticket } from '../../backend/tickets.ts'
import { t } from '../../texts/texts.ts'
import { useChangeTicket } from '../../tickets/change.ts'

const STEP = 1000

/** The order index that puts a card at `index` among the others: halfway between its neighbours. */
export function placeBetween(others: Ticket[], index: number): number {
  const before = others[index - 1]?.order_index
  const after = others[index]?.order_index
  if (before === undefined) return after === undefined ? 0 : after - STEP
  if (after === undefined) return before + STEP
  return Math.floor((before + after) / 2)
}

/** Moves a card to a column, and within it when `index` is given. What happened is said to screen readers. */
export function useMoves(columns: { status: Status; tickets: Ticket[] }[]) {
  const change = useChangeTicket()
  const [said, setSaid] = useState('')
  const move = async (ticket: Ticket, status: Status, index?: number) => {
    const others = (columns.find((column) => column.status === status)?.tickets ?? []).filter(
      (other) => other.id !== ticket.id,
    )
    const order_index = index === undefined ? undefined : placeBetween(others, index)
    const wish = {
      ...(status === ticket.status ? {} : { status }),
      ...(order_index === undefined || order_index === ticket.order_index ? {} : { order_index }),
    }
    if (Object.keys(wish).length === 0) return
    const moved = await change(ticket, wish, {}, status === ticket.status)
    if (moved) setSaid(t('board.moved', { number: ticket.number, status: t(`status.${status}`) }))
  }
  return { move, said }
}
