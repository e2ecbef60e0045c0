import { useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx';
import { refusalText } from './feedback.tsx';

interface ConfirmProps {
  title: string;
  /** What will happen, in numbers: "12 tickets lose their project". */
  effect: string;
  action: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks the user to confirm. Only for what they cannot undo. */
export function Confirm({ title, effect, action, onConfirm, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogBody>
        <p>{effect}</p>
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button look="quiet" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button look="danger" busy={busy} onClick={confirm}>
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
