import { ticketScope } from '#access';
import { record } from '#contract/scalars.ts';
import { listStoredProjects } from '#tickets';
import { developerNamed } from '../texts/authors.ts';
import { FencedText } from '../texts/fenced-text.ts';
import { tool } from './tool.ts';

export const listProjects = tool({
  name: 'list_projects',
  title: 'List projects',
  description: 'The projects to which tickets belong, with how many open tickets of each the person may see.',
  effect: 'reads',
  input: record({}),
  async run({ read, texts }) {
    const found = await read((work) => listStoredProjects(work, ticketScope(work.actor)));
    const projects = found.map(({ id, name, description, open_tickets }) => ({
      id,
      name: texts.nameOf(developerNamed(name)),
      description: texts.shown(description, developerNamed(null)),
      open_tickets,
    }));
    const text = new FencedText(texts).say(`Projects: ${projects.length === 0 ? 'none' : projects.length}`);
    text.quoteLines(
      'names, descriptions and open tickets',
      projects.map(({ id, name, description, open_tickets }) => ({
        key: id,
        text: `${name}, ${open_tickets} open${description ? `. ${description.replace(/\s+/g, ' ')}` : ''}`,
      })),
    );
    return { fields: { projects }, text };
  },
});
