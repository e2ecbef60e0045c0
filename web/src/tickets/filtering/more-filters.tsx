import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../design/icon.tsx';
import { useMenuPlace } from '../../design/menu-behavior.ts';
import { t } from '../../texts/texts.ts';
import { chipClass } from './filter-chips.tsx';

/** The filters that have no place in the row. Its chip counts those of them that are set, and its name says which. */
export function MoreFilters({ chosen, children }: { chosen: string[]; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = [t('filtering.more'), ...(chosen.length > 0 ? [chosen.join(', ')] : [])].join(': ');
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-label={name}
        title={name}
        onClick={() => setOpen(!open)}
        className={chipClass(chosen.length > 0)}
      >
        <span className="truncate">{t('filtering.more')}</span>
        {chosen.length > 0 && <b className="font-semibold tabular-nums">{chosen.length}</b>}
        <Icon name="down" size={14} className="ml-auto shrink-0" />
      </button>
      {open && (
        <Panel
          button={button}
          onLeave={() => setOpen(false)}
          onEscape={() => {
            setOpen(false);
            button.current?.focus();
          }}
        >
          {children}
        </Panel>
      )}
    </>
  );
}

interface PanelProps {
  button: React.RefObject<HTMLButtonElement | null>;
  onLeave: () => void;
  onEscape: () => void;
  children: ReactNode;
}

function Panel({ button, onLeave, onEscape, children }: PanelProps) {
  const box = useRef<HTMLDivElement>(null);
  useMenuPlace(box, button, 'start', onLeave);
  const onKeyDown = (event: KeyboardEvent) => {
    // A menu or a dialog that a filter has opened closes by its own Escape.
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend
    <div
      ref={box}
      popover="manual"
      role="group"
      tabIndex={-1}
      aria-label={t('filtering.more')}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget) && relatedTarget !== button.current) onLeave();
      }}
      className="filter-panel rounded-lg border border-line bg-raised p-3 text-ink shadow-float outline-none"
    >
      <div className="grid grid-cols-2 gap-2">{children}</div>
    </div>
  );
}
