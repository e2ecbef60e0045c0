import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorOfResponse } from '@kwit/client';
import { command, ticketNumber } from '../command.ts';
import { UsageError } from '../exit.ts';
import { withoutControls } from '../terminal/table.ts';

export const download = command({
  name: 'download',
  summary: 'Downloads the files of a ticket.',
  words: '<number> [<name>]',
  options: {
    to: { type: 'string', value: 'folder', about: 'Where to; here, unless you say. No file is overwritten.' },
  },
  examples: [
    ['kwit download 42', 'all of them'],
    ['kwit download 42 printer.log --to /tmp', 'one of them'],
  ],
  async run({ words: [word, fileName], options, terminal, account: { kwit } }) {
    const number = ticketNumber(word);
    const { attachments } = await kwit.ticket(number);
    const chosen = attachments.filter(({ original_name: name }) => fileName === undefined || name === fileName);
    if (chosen.length === 0) {
      const names = attachments.map(({ original_name: name }) => withoutControls(name)).join(', ');
      throw new UsageError(names === '' ? `#${number} has no files.` : `#${number} has no such file, but: ${names}.`);
    }
    for (const { url, original_name: name } of chosen) {
      const response = await kwit.send(url);
      if (!response.ok) throw await errorOfResponse(response);
      const bytes = new Uint8Array(await response.arrayBuffer());
      terminal.say(writeAnew(options.to ?? '.', basename(withoutControls(name)), bytes));
    }
  },
});

/** Writes a file under its name, or under `name (2)` where there is one. @returns its path. */
function writeAnew(folder: string, name: string, bytes: Uint8Array): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let copy = 1; ; copy++) {
    const path = join(folder, copy === 1 ? name : `${stem} (${copy})${ending}`);
    try {
      writeFileSync(path, bytes, { flag: 'wx' });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new UsageError(`${path} cannot be written: ${(error as Error).message}`);
    }
  }
}
