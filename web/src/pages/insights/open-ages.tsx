import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { agesQuery } from '../../backend/statistics.ts';
import { classes } from '../../design/class-names.ts';
import { Figure } from '../../design/figure.tsx';
import { Section } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { Cell, Table, TableRow } from '../../design/table.tsx';
import { duration, number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { shownDurations } from './shown-durations.tsx';

const BANDS = ['p50', 'p85', 'p95', 'older'] as const;

/** How old what is open is, against how long took what was ever closed. */
export function OpenAges() {
  const ages = useQuery(agesQuery);
  const { data } = ages;
  return (
    <Section title={t('ages.title')} count={data?.open}>
      {!data && <Pending query={ages} lines={3} />}
      {data && (
        <>
          <dl
            className={classes('grid gap-px border-b border-line bg-line', data.bands && 'grid-cols-2 lg:grid-cols-5')}
          >
            <Figure slim label={t('ages.closed')} {...shownDurations(data.closed)} />
            {data.bands?.map((count, at) => (
              <Figure
                key={BANDS[at]}
                slim
                label={t(`ages.${BANDS[at] ?? 'older'}`)}
                value={number(count, 0)}
                share={data.open === 0 ? 0 : count / data.open}
              />
            ))}
          </dl>
          {data.oldest.length > 0 && (
            <Table caption={t('ages.oldest')} heads={[t('ages.oldest'), t('ages.age')]} numeric={[1]}>
              {data.oldest.map((ticket) => (
                <TableRow key={ticket.number}>
                  <Cell>
                    <Link to="/t/$number" params={{ number: String(ticket.number) }} className="hover:underline">
                      <span className="text-muted tabular-nums">#{ticket.number}</span> {ticket.title}
                    </Link>
                  </Cell>
                  <Cell numeric>{duration(ticket.minutes)}</Cell>
                </TableRow>
              ))}
            </Table>
          )}
        </>
      )}
    </Section>
  );
}
