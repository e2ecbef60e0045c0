import { type Static, Type } from 'typebox';
import { Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import { LABEL_COLORS } from './words.ts';

/** A label as a ticket has it (docs/rules/labels.md). */
export const TicketLabel = record({ id: Id, name: Type.String(), color: oneOf(LABEL_COLORS) });
export type TicketLabel = Static<typeof TicketLabel>;

export const Label = record({
  ...TicketLabel.properties,
  project_id: nullable({ ...Id, description: 'The one project whose tickets may have it.' }),
  archived: Type.Boolean({ description: 'Tickets keep it, and get it no more.' }),
  tickets: Type.Integer({ minimum: 0, description: 'How many tickets that you see have it.' }),
  created_at: Instant,
});
export type Label = Static<typeof Label>;

const name = Type.Unsafe<string>({ ...line(1, 40, 'network'), pattern: '^[^,|]*$' });
const color = oneOf(LABEL_COLORS);

/** POST of a label. No other label has its name, whatever case and accents. */
export const LabelDraft = record(
  { name, color: Type.Optional(color), project_id: Type.Optional(nullable(Id)) },
  { examples: [{ name: 'network', color: 'blue' }] },
);
export type LabelDraft = Static<typeof LabelDraft>;

export const LabelChanges = record(
  { name: Type.Optional(name), color: Type.Optional(color), archived: Type.Optional(Type.Boolean()) },
  { minProperties: 1, examples: [{ color: 'red' }] },
);
export type LabelChanges = Static<typeof LabelChanges>;

/** Into which other label it goes. */
export const LabelMerge = record({ into: Id }, { examples: [{ into: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e' }] });
export type LabelMerge = Static<typeof LabelMerge>;
