import { ago, moment } from '../texts/dates.ts';

/** How long ago something was. It tells the moment where the pointer rests. */
export const Ago = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} title={moment(at)} className={className}>
    {ago(at)}
  </time>
);
