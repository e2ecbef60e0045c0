/**
 * A line chart over days, and the only file that imports the chart library. Each page shows a table of the same numbers
 * beside it.
 */
import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { day } from '../texts/dates.ts';

export interface Series {
  name: string;
  color: string;
  values: number[];
}

const HEIGHT = 260;
const WHOLE_DAYS = [1, 2, 3, 7, 14, 28, 56, 112].map((days) => days * 86_400);

/** Resolves a design token, which is a custom property, to the colour that a canvas needs. */
function colorOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
}

export function Chart({ label, days, series }: { label: string; days: string[]; series: Series[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const grid = { stroke: () => colorOf('line'), width: 1 };
    const axis = { stroke: () => colorOf('muted'), grid, ticks: grid, font: '12px system-ui' };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        // The service counts days in UTC.
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        legend: { show: false },
        cursor: { show: false },
        scales: { y: { range: (_, __, max) => [0, Math.max(4, Math.ceil(max * 1.1))] } },
        axes: [
          {
            ...axis,
            incrs: WHOLE_DAYS,
            values: (_, ticks) => ticks.map((tick) => day(new Date(tick * 1000).toISOString().slice(0, 10))),
          },
          { ...axis, size: 36 },
        ],
        series: [
          {},
          ...series.map(({ name, color }) => ({
            label: name,
            stroke: () => colorOf(color),
            width: 2,
            points: { size: 5, fill: () => colorOf('surface') },
          })),
        ],
      },
      [days.map((day) => Date.parse(day) / 1000), ...series.map(({ values }) => values)],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    const themes = new MutationObserver(() => chart.redraw());
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    // Paper is white, whatever the theme is.
    const paper = matchMedia('print');
    const redraw = () => chart.redraw();
    paper.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      themes.disconnect();
      paper.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [days, series]);
  return <div ref={box} role="img" aria-label={label} className="min-h-65 w-full" />;
}
