import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { classes } from '../design/class-names.ts';
import { t } from '../texts/texts.ts';

/** How much of a tall report is shown, in pixels, so that the conversation begins on the first screen. */
const SHOWN = { roomy: 340, narrow: 240 };
/** Less is not worth a fold. */
const LEAST_FOLDED = 90;

/** Folds what was reported when it is tall. It unfolds when the focus goes to what is folded away. */
export function FoldedReport({ narrow, children }: { narrow: boolean; children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null);
  const shown = SHOWN[narrow ? 'narrow' : 'roomy'];
  const [tall, setTall] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const report = whole.current;
    if (!report) return;
    const measure = () => setTall(report.offsetHeight > shown + LEAST_FOLDED);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(report);
    const unfoldFor = ({ target }: FocusEvent) => {
      const end = report.getBoundingClientRect().top + shown;
      if (target instanceof Element && target.getBoundingClientRect().bottom > end) setOpen(true);
    };
    report.addEventListener('focusin', unfoldFor);
    return () => {
      observer.disconnect();
      report.removeEventListener('focusin', unfoldFor);
    };
  }, [shown]);
  const folded = tall && !open;
  return (
    <div>
      <div
        style={folded ? { maxHeight: shown } : undefined}
        className={classes(
          folded && 'overflow-hidden mask-b-from-80% print:max-h-none! print:overflow-visible print:mask-none',
        )}
      >
        <div ref={whole}>{children}</div>
      </div>
      {tall && (
        <Button
          look="quiet"
          small
          icon={open ? 'up' : 'down'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-2 px-2! print:hidden"
        >
          {t(open ? 'ticket.foldReport' : 'ticket.wholeReport')}
        </Button>
      )}
    </div>
  );
}
