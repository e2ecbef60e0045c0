import { markPersonal, type PersonalMark } from '../../../../contract/personal-data.ts';
import { Button } from '../../design/button.tsx';
import { t } from '../../texts/texts.ts';

/** What stands in the place of what was removed. */
const REMOVED = '…';
/** So many letters around it are shown, so that the user sees where it stands. */
const AROUND = 28;

/** Something in a text that looks personal, and of which the user has not said that it stays. */
export interface OpenMark extends PersonalMark {
  readonly found: string;
}

/** @param kept what the user has said stays, in whichever text. */
export const openMarks = (text: string, reporter: string, kept: ReadonlySet<string>): OpenMark[] =>
  markPersonal(text, reporter)
    .map((mark) => ({ ...mark, found: text.slice(mark.start, mark.end) }))
    .filter(({ found }) => !kept.has(found));

const without = (text: string, { start, end }: OpenMark): string => text.slice(0, start) + REMOVED + text.slice(end);

interface PersonalMarksProps {
  /** Which text it is. */
  label: string;
  text: string;
  marks: readonly OpenMark[];
  onKeep: (found: string) => void;
  /** Changes the text. Without it the text is changed elsewhere. */
  onRemove?: ((text: string) => void) | undefined;
}

/** Each part of a text that looks personal, to be kept or removed by a click. */
export function PersonalMarks({ label, text, marks, onKeep, onRemove }: PersonalMarksProps) {
  if (marks.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5">
      {marks.map((mark) => (
        <li key={`${mark.start} ${mark.found}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="min-w-0 flex-1 basis-52 wrap-anywhere text-muted">
            {label}: {mark.start > AROUND && '…'}
            {text.slice(Math.max(0, mark.start - AROUND), mark.start)}
            <mark className="rounded-xs bg-warning-soft px-0.5 font-medium text-ink">{mark.found}</mark>
            {text.slice(mark.end, mark.end + AROUND)}
            {mark.end + AROUND < text.length && '…'}
          </span>
          <span className="flex gap-1.5">
            {onRemove && (
              <Button
                small
                aria-label={t('sharing.removeThat', { found: mark.found })}
                onClick={() => onRemove(without(text, mark))}
              >
                {t('sharing.remove')}
              </Button>
            )}
            <Button
              small
              look="quiet"
              aria-label={t('sharing.keepThat', { found: mark.found })}
              onClick={() => onKeep(mark.found)}
            >
              {t('sharing.keep')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
