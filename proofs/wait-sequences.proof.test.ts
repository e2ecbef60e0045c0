/** Random words, take-backs, merges, closings and moves: waits are what comments and history say, and a due moves with a line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calendar } from '../contract/calendars.ts';
import type { TicketDetail } from '../contract/tickets.ts';
import type { TicketWait } from '../contract/waits.ts';
import { waitsVerify } from '../server/conversation/index.ts';
import type { CommandParts } from '../server/platform/index.ts';
import { onEachDatabaseAnew } from '../server/testing/start-app.ts';
import { chance, seed, sizeOnEach } from './size.ts';

const MINUTE = 60_000;
const TICKETS = 4;

onEachDatabaseAnew(`waits in random sequences (seed ${seed})`, (app) => {
  test('are what comments and history say; one runs at most, and none is due otherwise without a line', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const draw = chance(seed);
    const whole = (below: number) => Math.floor(draw() * below);
    const week = { mon: ['08:00-16:00'], sat: ['00:00-24:00'], sun: ['00:00-24:00'] };
    const calendar = { name: 'Desk', zone: 'Europe/Warsaw', week };
    const { id: calendar_id } = (await dev.post<Calendar>('/api/calendars', calendar)).is(201);
    const line = (minutes: number, condition: object) => ({
      condition,
      minutes,
      calendar_id,
      promised: true,
      is_active: true,
    });
    (await dev.put('/api/answer-targets', { targets: [line(30, { priority: 'high' }), line(200, {})] })).is(200);
    for (let round = 0; round < sizeOnEach(12, 400); round += 1) {
      const tickets: { id: string }[] = [];
      for (let n = 0; n < TICKETS; n += 1) tickets.push(n === 1 ? await dev.opens() : await ada.opens());
      const any = () => tickets[whole(TICKETS)] ?? { id: '' };
      const said: { person: typeof ada; ticket: { id: string }; id: string }[] = [];
      const dues = new Map<string, { wait: string; due: string | null; lines: number }>();
      for (let step = 0; step < 25; step += 1) {
        const ticket = any();
        const [person] = [[ada, dev, ewa][whole(3)] ?? ada];
        const act = whole(9);
        if (act < 4) {
          const answer = await person.comments(ticket, {
            content: 'So.',
            ...(person === ada || draw() < 0.7 ? {} : { is_internal: true }),
          });
          if (answer.status === 201) said.push({ person, ticket, id: answer.is(201).id });
        } else if (act === 4) {
          const last = said.pop();
          if (last) await last.person.delete(`/api/tickets/${last.ticket.id}/comments/${last.id}`);
        } else if (act === 5)
          await dev.patches(
            ticket,
            draw() < 0.5 ? { status: 'closed', closure_summary: 'Done.' } : { status: 'verified' },
          );
        else if (act === 6)
          await dev.post(`/api/tickets/${ticket.id}/merge`, { into: any().id, mode: 'join', tell_reporters: true });
        else if (act === 7) await dev.post(`/api/tickets/${ticket.id}/unmerge`);
        else await dev.patches(ticket, { priority: draw() < 0.5 ? 'high' : 'low' });
        app().clock.advance(whole(3) * MINUTE);
        for (const { id } of tickets) {
          const waits = (await dev.get<TicketWait[]>(`/api/tickets/${id}/waits`)).is(200);
          const running = waits.filter(({ ended_at }) => ended_at === null);
          assert.ok(running.length <= 1);
          const { history } = (await dev.get<TicketDetail>(`/api/tickets/${id}`)).is(200);
          const lines = history.filter(({ field }) => field === 'due_at').length;
          const [now] = running;
          const before = dues.get(id);
          if (now && before?.wait === now.id && before.due !== now.due_at)
            assert.ok(lines > before.lines, 'a due that moved');
          dues.set(id, { wait: now?.id ?? '', due: now?.due_at ?? null, lines });
        }
      }
    }
    const lines: string[] = [];
    const parts = { runner: app().runner, say: (text: string) => void lines.push(text) } as unknown as CommandParts;
    assert.ok(await waitsVerify(parts), lines.join('\n'));
  });
});
