import { COMMENT_TYPES } from '../../../../contract/words.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import { Icon } from '../../design/icon.tsx';
import { Menu, MenuRadio, MenuRadioGroup } from '../../design/menu.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import type { Draft } from '../conversation/comment-draft.ts';

interface ComposerToolsProps {
  ticket: TicketDetail;
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  internal: boolean;
  onFiles: (files: File[]) => void;
  onCancel: () => void;
  /** The progress of an upload, from 0 to 1; undefined when there is none. */
  progress: number | undefined;
  busy: boolean;
  canSend: boolean;
}

/** The row below the text field: internal or not, for developers the kind of comment, files, and Send. */
export function ComposerTools({ ticket, draft, set, internal, ...rest }: ComposerToolsProps) {
  const isDeveloper = useIsDeveloper();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {ticket.can.comment_internally && (
        <InternalSwitch checked={internal} onChange={(checked) => set({ internal: checked })} />
      )}
      {isDeveloper && <KindMenu kind={draft.type} onPick={(type) => set({ type })} />}
      {ticket.can.attach && (
        <FilePicker multiple onChoose={rest.onFiles}>
          {(open) => <IconButton icon="clip" label={t('files.add')} small onClick={open} />}
        </FilePicker>
      )}
      {rest.progress !== undefined && (
        <span className="flex items-center gap-1">
          <progress value={rest.progress} aria-label={t('files.sending')} className="h-1.5 w-24 accent-accent" />
          <IconButton icon="close" small label={t('files.cancel')} onClick={rest.onCancel} />
        </span>
      )}
      <Button
        type="submit"
        look="primary"
        small
        icon="send"
        busy={rest.busy}
        disabled={!rest.canSend}
        className="ml-auto"
      >
        {internal ? t('composer.sendInternal') : t('composer.send')}
      </Button>
    </div>
  );
}

function KindMenu({ kind, onPick }: { kind: Draft['type']; onPick: (kind: Draft['type']) => void }) {
  const label = t('composer.kind');
  const said = t(`comment.${kind}`);
  return (
    <Menu
      label={label}
      trigger={
        <Button look="quiet" small aria-label={`${label}: ${said}`}>
          {said}
          <Icon name="down" size={16} />
        </Button>
      }
    >
      <MenuRadioGroup value={kind} onPick={onPick}>
        {COMMENT_TYPES.map((word) => (
          <MenuRadio key={word} value={word}>
            {t(`comment.${word}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

function InternalSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex min-h-8 items-center gap-2 rounded-lg px-2 text-sm max-md:min-h-11 has-checked:font-semibold has-checked:text-warning">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-warning"
      />
      <Icon name="lock" size={16} />
      {t('composer.internal')}
    </label>
  );
}
