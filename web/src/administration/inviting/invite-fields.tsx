import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { TextAreaField } from '../../design/form-dialog.tsx';
import { t } from '../../texts/texts.ts';
import type { Inviting } from './use-inviting.ts';

/** The people to invite, as what, and who was refused the last time. */
export function InviteFields({ inviting }: { inviting: Inviting }) {
  const { text, setText, role, setRole, refused, progress } = inviting;
  return (
    <>
      <TextAreaField
        label={t('user.addresses')}
        hint={t('user.addressesHint')}
        required
        spellCheck={false}
        autoFocus
        readOnly={progress !== undefined}
        className="max-h-60"
        value={text}
        onChange={setText}
      />
      {refused.length > 0 && (
        <div role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-sm">
          <p className="font-medium text-danger">{t('user.notInvited', { count: refused.length })}</p>
          <ul className="mt-1 max-h-48 overflow-y-auto">
            {refused.map(({ line, reason }) => (
              <li key={line} className="py-0.5">
                <span className="font-medium break-all">{line}</span>: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ChoiceChips
        legend={t('user.role')}
        value={role}
        onChoose={setRole}
        choices={[
          { value: 'user', label: t('role.user') },
          { value: 'developer', label: t('role.developer') },
        ]}
      />
    </>
  );
}

/** Says how far it is while it works. */
export function InviteButton({ inviting: { text, progress } }: { inviting: Inviting }) {
  const isLong = progress !== undefined && progress.of > 1;
  return (
    <Button type="submit" look="primary" icon="send" busy={progress !== undefined} disabled={text.trim() === ''}>
      {isLong ? t('user.inviting', { done: progress.done + 1, total: progress.of }) : t('user.invite')}
    </Button>
  );
}
