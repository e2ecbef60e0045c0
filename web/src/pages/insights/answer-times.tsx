import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ANSWER_TIME_GROUPINGS } from '../../../../contract/due-words.ts';
import { hasOptions } from '../../../../contract/field-words.ts';
import { targetsQuery } from '../../backend/promises.ts';
import { type AnswerTimeRow, type AnswerTimes, answerTimesQuery, type FigureTable } from '../../backend/statistics.ts';
import { Section } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { Select } from '../../design/select.tsx';
import { Cell, Table, TableRow } from '../../design/table.tsx';
import { day } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';
import { localName } from '../../tickets/filling/filling.ts';
import { useChosenFields } from '../../tickets/filling/use-chosen-fields.ts';
import { openTime } from '../../tickets/showing/answer-due.tsx';
import { useCondition } from '../../tickets/showing/target-condition.ts';
import { TableDownload } from './shown-durations.tsx';

const COUNTS = ['waits', 'answered', 'kept', 'missed', 'running'] as const;
const SHARES = ['p50', 'p85', 'p95'] as const;

/** The subject of a row, in words. */
function useRowName(by: AnswerTimes['by']): (row: AnswerTimeRow) => string {
  const condition = useCondition();
  const targets = useQuery({ ...targetsQuery, enabled: by === 'target' }).data?.targets ?? [];
  return ({ key, name }) => {
    if (key === null) return t('figures.without');
    if (by === 'week') return day(key);
    if (by === 'category') return maybeText(`category.${key}`) ?? key;
    const target = targets.find(({ id }) => id === key);
    return target ? `${condition(target)} · ${openTime(target.minutes)}` : (name ?? t('answerTimes.formerTarget'));
  };
}

/** The table of it for a spreadsheet. */
const downloadOf = (by: AnswerTimes['by']): { part: FigureTable; field?: string } => {
  const simple = ANSWER_TIME_GROUPINGS.find((grouping) => grouping === by);
  return simple ? { part: `answers_${simple}` } : { part: 'answers_field', field: by.slice('field.'.length) };
};

/** In how much open time people who waited were answered, of waits that began in the period. */
export function AnswerTimesSection({ days }: { days: { from: string; to: string } }) {
  const search = useSearch({ from: '/signed-in/insights' });
  const navigate = useNavigate({ from: '/insights' });
  const fields = useChosenFields().filter(({ field }) => hasOptions(field.kind));
  const ofFields = fields.map(({ field }) => ({ value: `field.${field.key}` as const, label: localName(field) }));
  const choices = [
    ...ANSWER_TIME_GROUPINGS.map((value) => ({ value, label: t(`answerTimes.by.${value}`) })),
    ...ofFields,
  ];
  const { value: by, label: head } = choices.find(({ value }) => value === search.by) ?? {
    value: 'week' as const,
    label: t('answerTimes.by.week'),
  };
  const times = useQuery(answerTimesQuery(days, by));
  const nameOf = useRowName(by);
  return (
    <Section
      title={t('answerTimes.title')}
      aside={
        <>
          <div className="w-40 print:hidden">
            <Select
              label={t('answerTimes.group')}
              value={by}
              choices={choices}
              onChoose={(next) => navigate({ search: { ...search, by: next }, resetScroll: false })}
            />
          </div>
          <TableDownload figures={days} {...downloadOf(by)} />
        </>
      }
    >
      {!times.data && <Pending query={times} lines={3} />}
      {times.data?.rows.length === 0 && <p className="px-4 py-3 text-sm text-muted md:px-5">{t('figures.none')}</p>}
      {times.data && times.data.rows.length > 0 && (
        <Table
          caption={t('figures.table', { title: t('answerTimes.title') })}
          heads={[
            head,
            ...COUNTS.map((name) => t(`answerTimes.${name}`)),
            ...SHARES.map((name) => t(`answerTimes.${name}`)),
          ]}
          numeric={[1, 2, 3, 4, 5, 6, 7, 8]}
        >
          {[...times.data.rows, { ...times.data.total, key: 'total', name: t('answerTimes.total') }].map((row) => (
            <TableRow key={row.key}>
              <Cell>{row.key === 'total' ? row.name : nameOf(row)}</Cell>
              {COUNTS.map((name) => (
                <Cell key={name} numeric>
                  {row[name]}
                </Cell>
              ))}
              {SHARES.map((name) => (
                <Cell key={name} numeric>
                  {row[name] === null ? '–' : openTime(row[name])}
                </Cell>
              ))}
            </TableRow>
          ))}
        </Table>
      )}
    </Section>
  );
}
