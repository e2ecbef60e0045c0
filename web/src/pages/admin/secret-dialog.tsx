import { Button } from '../../design/button.tsx';
import { copyText } from '../../design/copy-text.ts';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { t } from '../../texts/texts.ts';

interface SecretDialogProps {
  secret: string;
  /** The purpose of the secret, which is shown once. */
  once?: string;
  onClose: () => void;
}

/** A secret that the server tells once. */
export function SecretDialog({ secret, once = t('webhook.secretOnce'), onClose }: SecretDialogProps) {
  const copy = () => copyText(secret, t('webhook.copied'));
  return (
    <Dialog onClose={onClose} title={t('webhook.secret')} description={once}>
      <DialogBody>
        <code className="rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-sm select-all">{secret}</code>
      </DialogBody>
      <DialogFooter>
        <Button onClick={copy}>{t('webhook.copy')}</Button>
        <Button look="primary" onClick={onClose}>
          {t('webhook.kept')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
