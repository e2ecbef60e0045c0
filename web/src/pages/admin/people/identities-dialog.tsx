import { useQuery, useQueryClient } from '@tanstack/react-query';
import { identitiesQuery, unlinkIdentity } from '../../../backend/company-account.ts';
import type { ListedUser } from '../../../backend/people.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog, DialogBody } from '../../../design/dialog.tsx';
import { LoadFailed, Skeleton } from '../../../design/feedback.tsx';
import { toast } from '../../../design/toast.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { ago } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';

/** The company accounts that are linked to somebody. Without one the next sign-in of another account links that one. */
export function IdentitiesDialog({ person, onClose }: { person: ListedUser; onClose: () => void }) {
  const client = useQueryClient();
  const identities = useQuery(identitiesQuery(person.id));
  const unlink = async (id: string) => {
    try {
      await unlinkIdentity(person.id, id);
      toast({ text: t('signInSettings.unlinked') });
    } catch (error) {
      toastRefusal(error);
    } finally {
      client.invalidateQueries({ queryKey: identitiesQuery(person.id).queryKey });
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('signInSettings.identities')} description={person.name}>
      <DialogBody>
        {identities.error && !identities.data && (
          <LoadFailed error={identities.error} onRetry={() => identities.refetch()} />
        )}
        {identities.isPending && <Skeleton lines={2} />}
        {identities.data?.length === 0 && <p className="text-muted">{t('signInSettings.noIdentities')}</p>}
        <ul className="flex flex-col gap-3">
          {identities.data?.map(({ id, issuer, subject, last_used_at }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                {subject}
                <span className="block text-sm text-muted">
                  {issuer} · {t('signInSettings.lastUsed', { when: ago(last_used_at) })}
                </span>
              </span>
              <Button small onClick={() => unlink(id)}>
                {t('signInSettings.unlink')}
              </Button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
