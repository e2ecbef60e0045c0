import { InviteButton, InviteFields } from '../../../administration/inviting/invite-fields.tsx';
import { useInviting } from '../../../administration/inviting/use-inviting.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../design/dialog.tsx';
import { t } from '../../../texts/texts.ts';

/** Invites one person or a pasted list. It stays open while somebody is refused. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const inviting = useInviting(onClose);
  return (
    <Dialog open onClose={onClose} title={t('account.inviteTitle')}>
      <form onSubmit={inviting.submit} className="contents">
        <DialogBody>
          <InviteFields inviting={inviting} />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <InviteButton inviting={inviting} />
        </DialogFooter>
      </form>
    </Dialog>
  );
}
