import type { Kwit } from '@kwit/client';
import { CATEGORIES, PRIORITIES } from '../../../contract/words.ts';
import { command, oneOf, withoutUndefined } from '../command.ts';
import { UsageError } from '../exit.ts';
import { FIELD_OPTION, fieldsGiven } from '../fields.ts';
import { FILE_OPTION, filesAt } from '../files.ts';
import { JSON_OPTION, jsonWriter } from '../json-fields.ts';
import { perhaps } from '../nearest.ts';
import { edit, sendWritten } from '../terminal/editor.ts';
import { TICKET_FIELDS } from '../tickets.ts';

export const newTicket = command({
  name: 'new',
  summary: 'Reports a ticket; without a title, in your editor.',
  words: '',
  options: {
    title: { type: 'string', short: 't', value: 'title', about: 'What is wrong, in a line.' },
    description: { type: 'string', short: 'd', value: 'text', about: 'What happened; - reads it from the input.' },
    category: { type: 'string', value: 'category', about: 'other, unless you say.', words: CATEGORIES },
    urgency: { type: 'string', value: 'urgency', about: 'normal, unless you say.', words: PRIORITIES },
    project: { type: 'string', value: 'name', about: 'The project that it belongs to.' },
    editor: { type: 'boolean', short: 'e', about: 'Opens the editor on what you have said so far.' },
    key: { type: 'string', value: 'key', about: 'One ticket for one key, however often you send it within 24 hours.' },
    ...FIELD_OPTION,
    ...FILE_OPTION,
    ...JSON_OPTION,
  },
  examples: [
    ['kwit new', 'in your editor: the title, an empty line, the description'],
    ['kwit new -t "Printer jams" -d "Every second page." -f photo.png', 'with a photo'],
    ['journalctl -u backup | kwit new -t "Backup failed" -d - --key backup-$(date +%F)', 'once a day, from a script'],
  ],
  async run({ options, terminal, account }) {
    const write = jsonWriter(terminal, options.json, TICKET_FIELDS);
    const { kwit } = account;
    const files = filesAt(options.file);
    // Everything else is settled before somebody writes.
    const about = withoutUndefined({
      category: oneOf('--category', CATEGORIES, options.category),
      urgency_reporter: oneOf('--urgency', PRIORITIES, options.urgency),
      project_id: options.project === undefined ? undefined : await projectOf(kwit, options.project),
      fields: await fieldsGiven(kwit, options.field),
    });
    const said = { title: options.title ?? '', description: options.description ?? '' };
    if (said.description === '-') said.description = await terminal.readAll();
    const isWritten = options.editor || said.title === '' || said.description === '';
    const written = isWritten ? edit(terminal, draftOf(said)) : null;
    const texts = written === null ? said : split(written);
    const send = () => kwit.openTicket({ ...texts, ...about }, { files, ...withoutUndefined({ key: options.key }) });
    const opened = written === null ? await send() : await sendWritten(terminal, written, send);
    if (write !== null) write(opened);
    else if (terminal.isForPeople) terminal.say(`#${opened.number} is reported: ${account.url}/t/${opened.number}`);
    else terminal.say(String(opened.number));
  },
});

const draftOf = ({ title, description }: { title: string; description: string }) => ({
  text: `${title}\n\n${description}`.trim(),
  beside: '# The first line is the title. The description begins after an empty line.',
  instead: 'Give the title with -t and the description with -d.',
});

function split(written: string): { title: string; description: string } {
  const [title = '', ...rest] = written.split('\n');
  return { title: title.trim(), description: rest.join('\n').trim() };
}

async function projectOf(kwit: Kwit, name: string): Promise<string> {
  const projects: { readonly id: string; readonly name: string }[] = [];
  // Node 20 has no Array.fromAsync.
  for await (const page of kwit.pages('/api/projects')) projects.push(...page);
  const match = projects.find((project) => project.name.toLowerCase() === name.toLowerCase());
  if (match) return match.id;
  const names = projects.map((project) => project.name);
  throw new UsageError(`There is no project ${name}.${perhaps(name, names)} There are: ${names.join(', ')}`);
}
