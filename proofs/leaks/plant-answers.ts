import type { Answer } from '../../contract/answers.ts';
import { DEVELOPERS, JAN_AND_DEVELOPERS, SIGNED_IN } from './canaries.ts';
import type { Planted } from './planted.ts';

/** Closes the ticket of Jan with an answer that is not shared, and another one of hers with one that is. */
export async function plantAnswers({ canaries, people: { dev, jan }, janTicket, ids }: Planted): Promise<void> {
  const glossary = { text: `${canaries.plant('word of the glossary', DEVELOPERS)} | printer` };
  (await dev.put('/api/glossary', glossary)).is(200);
  const helpful = await jan.opens({
    title: canaries.plant('title of a ticket with a shared answer', JAN_AND_DEVELOPERS),
    description: canaries.plant('description of a ticket with a shared answer', JAN_AND_DEVELOPERS),
  });
  for (const [ticket, kind, readers] of [
    [janTicket, 'an answer that is kept', JAN_AND_DEVELOPERS],
    [helpful, 'a shared answer', SIGNED_IN],
  ] as const) {
    const changes = {
      status: 'closed',
      closure_summary: `Toner: ${canaries.plant(`text of ${kind}`, readers)}`,
      closure_question: `Toner: ${canaries.plant(`question of ${kind}`, readers)}`,
      closure_found_by: [canaries.plant(`other word of ${kind}`, DEVELOPERS)],
      closure_shared: readers === SIGNED_IN,
    };
    (await dev.patches(ticket, changes)).is(200);
    ids.push(ticket.id);
  }
  for (const { id } of (await dev.get<Answer[]>('/api/answers')).is(200)) ids.push(id);
}
