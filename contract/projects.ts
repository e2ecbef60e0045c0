import { type Static, Type } from 'typebox';
import { Id, Instant, line, nullable, record, text } from './scalars.ts';

export const Project = record({
  id: Id,
  name: Type.String(),
  description: nullable(Type.String()),
  color: Type.String({ examples: ['#6B7280'] }),
  icon_url: nullable(Type.String()),
  open_tickets: Type.Integer({ minimum: 0 }),
  created_at: Instant,
});
export type Project = Static<typeof Project>;

const writable = {
  name: line(2, 120, 'Intranet'),
  description: Type.Optional(nullable(text(0, 2000))),
  color: Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', default: '#6B7280' })),
};

export const ProjectDraft = record(writable, { examples: [{ name: 'Intranet', color: '#0F766E' }] });
export type ProjectDraft = Static<typeof ProjectDraft>;

export const ProjectChange = record(
  {
    ...writable,
    name: Type.Optional(writable.name),
    color: Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' })),
  },
  { minProperties: 1, examples: [{ color: '#B45309' }] },
);
export type ProjectChange = Static<typeof ProjectChange>;
