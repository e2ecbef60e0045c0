/** How a figure is told, and taken along. */
import { useSearch } from '@tanstack/react-router';
import { downloadAs } from '../../backend/files.ts';
import { type Durations, type FigureTable, figuresPath } from '../../backend/statistics.ts';
import { Button } from '../../design/button.tsx';
import { toastRefusal } from '../../design/toast.tsx';
import { duration, number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

/** Half, 85 and 95 in a hundred; of few cases each of them. */
export function shownDurations({ count, p50_minutes, p85_minutes, p95_minutes, points }: Durations): {
  value: string;
  note: string;
} {
  if (count === 0) return { value: '–', note: t('figures.none') };
  if (p50_minutes === null) {
    const each = points.map((minutes) => duration(minutes)).join(', ');
    return { value: duration(points[Math.floor((count - 1) / 2)] ?? null), note: t('figures.points', { count, each }) };
  }
  const [most, nearly] = [duration(p85_minutes), duration(p95_minutes)];
  return { value: duration(p50_minutes), note: t('figures.shares', { most, nearly, count }) };
}

/** The usual duration, in minutes; null where there are no cases. */
const middleOf = ({ count, p50_minutes, points }: Durations): number | null =>
  p50_minutes ?? points[Math.floor((count - 1) / 2)] ?? null;

/** The figure of the period before, and the difference to it; a line without words until it has come. */
export function besideBefore(now: number, before: number | undefined, shown: (value: number) => string): string {
  if (before === undefined) return '';
  const change = Math.abs(now - before);
  if (change === 0) return t('figures.asBefore');
  const share = before === 0 ? '' : ` (${number((change / before) * 100, 0)}%)`;
  return t(now > before ? 'figures.more' : 'figures.less', { before: shown(before), change: shown(change) + share });
}

/** The durations of the period before; a line without words where one of the periods has no cases. */
export function durationBeside(now: Durations, before: Durations | undefined): string {
  const [usual, earlier] = [middleOf(now), before && middleOf(before)];
  return usual === null || earlier === null ? '' : besideBefore(usual, earlier, duration);
}

interface TableDownloadProps {
  figures: { from: string; to: string };
  part: FigureTable;
  /** The key of the field by which it is told, unless the address names it. */
  field?: string;
}

/** Takes the table along for a spreadsheet. */
export function TableDownload({ figures, part, ...of }: TableDownloadProps) {
  const search = useSearch({ from: '/signed-in/insights' });
  const name = `figures-${part}-${figures.from}-${figures.to}.csv`;
  const path = figuresPath({ ...search, ...of, from: figures.from, to: figures.to, part });
  return (
    <Button look="quiet" small onClick={() => downloadAs(path, name).catch((error) => toastRefusal(error))}>
      {t('figures.csv')}
    </Button>
  );
}
