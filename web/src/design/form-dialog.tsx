import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './dialog.tsx';
import { Form, Problem, useAttempt } from './form.tsx';

interface FormDialogProps extends DialogProps, Pick<ButtonProps, 'look' | 'icon' | 'busy' | 'disabled'> {
  /** The label of the button that sends the form, `Save` unless said otherwise; the other one closes the dialog. */
  submit?: ReactNode;
  cancel?: string;
  onSubmit: () => void;
}

/** A dialog with a form, or with a question that one button answers. */
export function FormDialog({ submit, cancel, onSubmit, children, look = 'primary', ...rest }: FormDialogProps) {
  const { icon, busy, disabled, ...dialog } = rest;
  return (
    <Dialog {...dialog}>
      <Form className="contents" onSubmit={onSubmit}>
        <DialogBody>{children}</DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={dialog.onClose}>
            {cancel ?? t('action.cancel')}
          </Button>
          <Button type="submit" {...{ look, icon, busy, disabled }}>
            {submit ?? t('action.save')}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

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
  const { attempt, busy, problem } = useAttempt(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <FormDialog onClose={onClose} title={title} look="danger" submit={action} busy={busy} onSubmit={attempt}>
      <p>{effect}</p>
      <Problem text={problem} className="" />
    </FormDialog>
  );
}
