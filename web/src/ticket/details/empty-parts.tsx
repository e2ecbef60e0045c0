import { useEffect, useRef, useState } from 'react';
import { BUG_TEXTS } from '../../../../contract/words.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import { Menu, MenuItem } from '../../design/menu.tsx';
import { t } from '../../texts/texts.ts';
import { useOwnFiles, useUpload } from './files.tsx';
import { hasLinks, LinkDialog } from './links.tsx';

/** A text of a ticket that may be empty. */
export type OptionalText = (typeof BUG_TEXTS)[number] | 'internal_note';

interface EmptyPartsProps {
  ticket: TicketDetail;
  /** The text that the user has begun to write. */
  writing?: OptionalText | undefined;
  /** Begins to write one of the texts. */
  onWrite: (text: OptionalText) => void;
}

/** One button for everything that a ticket does not have and the user may add. */
export function EmptyParts({ ticket, writing, onWrite }: EmptyPartsProps) {
  const { upload, progress } = useUpload(ticket);
  const [linking, setLinking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasWriting = useRef(false);
  useEffect(() => {
    // A text that was given up has taken the focus with it.
    if (!writing && wasWriting.current && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus();
    wasWriting.current = writing !== undefined;
  }, [writing]);
  const { can } = ticket;
  const lacksFiles = useOwnFiles(ticket).length === 0 && can.attach;
  const lacksLinks = !hasLinks(ticket) && can.link;
  const texts: OptionalText[] = [...(ticket.category === 'bug' ? BUG_TEXTS : []), 'internal_note'];
  // Null is a text that nobody has written; undefined is one that the user may not read.
  const lacking = can.edit ? texts.filter((text) => ticket[text] === null || ticket[text] === '') : [];
  if (!lacksFiles && !lacksLinks && lacking.length === 0) return null;
  return (
    <div ref={place} className="-mx-2 -my-2 flex min-w-0 flex-wrap items-center print:hidden">
      <FilePicker multiple onChoose={upload}>
        {(open) => (
          <Menu
            label={t('ticket.add')}
            trigger={
              <Button look="quiet" small icon="plus" className="px-2!" data-reach="addTo" data-opens>
                {t('ticket.add')}
              </Button>
            }
          >
            {lacksFiles && <MenuItem onSelect={open}>{t('ticket.addFile')}</MenuItem>}
            {lacksLinks && <MenuItem onSelect={() => setLinking(true)}>{t('ticket.addLink')}</MenuItem>}
            {lacking.map((text) => (
              <MenuItem key={text} onSelect={() => onWrite(text)}>
                {text === 'internal_note' ? t('ticket.addNote') : t(`field.${text}`)}
              </MenuItem>
            ))}
          </Menu>
        )}
      </FilePicker>
      {progress !== undefined && (
        <progress value={progress} aria-label={t('files.sending')} className="h-1.5 w-28 accent-accent" />
      )}
      {linking && <LinkDialog ticket={ticket} onClose={() => setLinking(false)} />}
    </div>
  );
}
