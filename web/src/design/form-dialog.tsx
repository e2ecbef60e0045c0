import type { ComponentProps, ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './dialog.tsx';
import { Field, Input, TextArea } from './field.tsx';
import { Form, Problem, useAttempt } from './form.tsx';
import { Select, type SelectProps } from './select.tsx';

interface FormDialogProps extends DialogProps, Pick<ButtonProps, 'look' | 'icon' | 'disabled'> {
  /** The act of its button. */
  attempt: { attempt: () => unknown; busy: boolean; error?: unknown; problem?: string | undefined };
  /** The label of the button that sends the form, `Save` unless said otherwise; the other one closes the dialog. */
  submit?: ReactNode;
}

/** A dialog with a form, or with a question that one button answers. */
export function FormDialog({ attempt, submit, children, look = 'primary', ...rest }: FormDialogProps) {
  const { icon, disabled, ...dialog } = rest;
  return (
    <Dialog {...dialog}>
      <Form className="contents" onSubmit={attempt.attempt} refused={attempt.error}>
        <DialogBody>
          {children}
          <Problem text={attempt.problem} />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={dialog.onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" busy={attempt.busy} {...{ look, icon, disabled }}>
            {submit ?? t('action.save')}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

interface ConfirmProps {
  title: string;
  /** The consequence in numbers: "12 tickets lose their project". */
  effect: string;
  action: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks the user to confirm. Only for what they cannot undo. */
export function Confirm({ title, effect, action, onConfirm, onClose }: ConfirmProps) {
  const confirming = useAttempt(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <FormDialog onClose={onClose} title={title} look="danger" submit={action} attempt={confirming}>
      <p>{effect}</p>
    </FormDialog>
  );
}

// Fields with what stands around them: a label, the control, and an error or a hint.
type Around = Omit<ComponentProps<typeof Field>, 'children' | 'className'>;
type Text<C extends typeof Input | typeof TextArea> = Around &
  Omit<ComponentProps<C>, 'onChange'> & { onChange: (text: string) => void };

export const InputField = ({ label, hint, error, optional, onChange, ...input }: Text<typeof Input>) => (
  <Field {...{ label, hint, error, optional, name: input.name }}>
    {(field) => <Input {...field} {...input} onChange={(event) => onChange(event.target.value)} />}
  </Field>
);

export const TextAreaField = ({ label, hint, error, optional, onChange, ...area }: Text<typeof TextArea>) => (
  <Field {...{ label, hint, error, optional, name: area.name }}>
    {(field) => <TextArea {...field} {...area} onChange={(event) => onChange(event.target.value)} />}
  </Field>
);

export const SelectField = <V extends string>({ label, hint, error, ...select }: Around & SelectProps<V>) => (
  <Field {...{ label, hint, error }}>
    {({ 'aria-invalid': _, ...field }) => <Select label={label} {...field} {...select} />}
  </Field>
);
