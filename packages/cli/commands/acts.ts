import { type components, orThrow } from '@kwit/client';
import { command, ticketNumber } from '../command.ts';
import { printTable } from '../terminal/table.ts';

type Line = components['schemas']['Undone']['undone'][number];

export const acts = command({
  name: 'acts',
  summary: 'Lists what was changed by one request each, newest first.',
  words: '[<number>]',
  options: { mine: { type: 'boolean', about: 'Your own acts alone.' } },
  examples: [['kwit acts 41', 'what was done to a ticket, with the ids for kwit undo']],
  async run({ words: [word], options, terminal, account }) {
    const path = word === undefined ? null : { number: ticketNumber(word) };
    const ticket = path && (await orThrow(account.kwit.GET('/api/numbered-tickets/{number}', { params: { path } })));
    const query = { limit: 50, ...(ticket ? { ticket: ticket.id } : {}), ...(options.mine ? { actor: 'me' } : {}) };
    const rows = await orThrow(account.kwit.GET('/api/acts', { params: { query } }));
    if (rows.length === 0) return terminal.tell('Nothing was changed.');
    printTable(
      terminal,
      rows.map(({ id, at, actor, kind, fields, tickets, can_undo }) =>
        [id, at, actor?.name ?? '-', kind, fields.join(','), String(tickets), can_undo ? 'undo' : '-'].map((text) => ({
          text,
        })),
      ),
    );
  },
});

const nameOf = ({ ticket, thing }: Line): string => (ticket === null ? (thing?.name ?? '-') : `#${ticket.number}`);

export const undo = command({
  name: 'undo',
  summary: 'Takes an act back, where what it changed has not been changed since.',
  words: '<act>',
  options: {
    'dry-run': { type: 'boolean', about: 'Shows what would become of it, and changes nothing.' },
    confirm: { type: 'boolean', about: 'Also where people gain sight of internal words by it.' },
  },
  examples: [['kwit undo 019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e --dry-run', 'what would become of it']],
  async run({ words: [id = ''], options, terminal, account }) {
    const body = {
      ...(options['dry-run'] ? { dry_run: true as const } : {}),
      ...(options.confirm ? { confirm: true as const } : {}),
    };
    const { undone, left } = await orThrow(
      account.kwit.POST('/api/acts/{id}/undo', { params: { path: { id } }, body }),
    );
    const rows = [
      ...undone.map((line) => [nameOf(line), line.field, line.state, '']),
      ...left.map(({ line, error, by }) => [nameOf(line), line.field, error, by?.name ?? '']),
    ];
    printTable(
      terminal,
      rows.map((row) => row.map((text) => ({ text }))),
    );
    terminal.tell(`${options['dry-run'] ? 'Would be put back' : 'Put back'}: ${undone.length}, left: ${left.length}.`);
  },
});
