/** Fields with what stands around them: a label, the control, and an error or a hint. */
import type { ComponentProps } from 'react';
import { Field, Input, TextArea } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

type Around = Omit<ComponentProps<typeof Field>, 'children' | 'className'>;
type Text<C extends typeof Input | typeof TextArea> = Around &
  Omit<ComponentProps<C>, 'onChange'> & { onChange: (text: string) => void };

export const InputField = ({ label, hint, error, optional, onChange, ...input }: Text<typeof Input>) => (
  <Field {...{ label, hint, error, optional }}>
    {(field) => <Input {...field} {...input} onChange={(event) => onChange(event.target.value)} />}
  </Field>
);

export const TextAreaField = ({ label, hint, error, optional, onChange, ...area }: Text<typeof TextArea>) => (
  <Field {...{ label, hint, error, optional }}>
    {(field) => <TextArea {...field} {...area} onChange={(event) => onChange(event.target.value)} />}
  </Field>
);

export const SelectField = <V extends string>({ label, hint, error, ...select }: Around & SelectProps<V>) => (
  <Field {...{ label, hint, error }}>
    {({ 'aria-invalid': _, ...field }) => <Select label={label} {...field} {...select} />}
  </Field>
);
