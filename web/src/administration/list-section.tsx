import type { ReactNode } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { Empty } from '../design/feedback.tsx';
import type { IconName } from '../design/icon.tsx';
import { Section } from '../design/page.tsx';
import { Pending } from '../design/pending.tsx';

interface ListSectionProps<T> {
  title: string;
  query: { data: T[] | undefined; error: unknown; refetch: () => unknown };
  /** The label of the button that adds one. */
  add: string;
  onAdd: () => void;
  /** The text of an empty list. */
  empty: string;
  row: (item: T) => ReactNode;
  /** The dialogs that rows and the button open. */
  children: ReactNode;
}

/** A list of which the administration makes one more, changes each and takes it away. */
export function ListSection<T>({ title, query, add, onAdd, empty, row, children }: ListSectionProps<T>) {
  const { data } = query;
  const button = (
    <Button small icon="plus" onClick={onAdd} data-reach="new" data-opens>
      {add}
    </Button>
  );
  return (
    <Section title={title} count={data?.length} aside={data?.length !== 0 && button}>
      {!data && <Pending query={query} />}
      {data?.length === 0 && <Empty text={empty} action={button} />}
      <ul>{data?.map(row)}</ul>
      {children}
    </Section>
  );
}

interface RowButtonProps {
  icon: IconName;
  act: string;
  /** The subject of the row: the button's name says it too. */
  name: string;
  onClick: () => void;
}

export const RowButton = ({ icon, act, name, onClick }: RowButtonProps) => (
  <IconButton icon={icon} small label={`${act}: ${name}`} onClick={onClick} />
);
