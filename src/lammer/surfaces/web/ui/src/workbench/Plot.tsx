import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";

interface Props {
  /** What the picture shows, for those who do not see it. */
  label: string;
  series: UPlot.Series[];
  data: UPlot.AlignedData;
  bands?: UPlot.Band[];
  /** Texts at the axes. */
  x: (value: number) => string;
  y: (value: number) => string;
  /** For series with the scale `right`, which have an axis of their own. */
  right?: (value: number) => string;
  /** Lines that cannot be told apart by eye belong to one band; the legend leaves them out. */
  legend?: boolean;
}

const HEIGHT = 260;

export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A chart that is drawn anew when its lines change and redrawn when its numbers do. */
export function Plot({ label, series, data, bands = [], x, y, right, legend = true }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<UPlot | null>(null);
  const shape = JSON.stringify(series.map((one) => [one.label, one.stroke]));
  useEffect(() => {
    const at = place.current;
    if (!at) return undefined;
    const grid = { stroke: colour("--line"), width: 1 };
    const axis = { stroke: colour("--ink-2"), grid, ticks: grid };
    const plot = new UPlot(
      {
        width: at.clientWidth,
        height: HEIGHT,
        scales: { x: { time: false } },
        legend: { show: legend, live: true },
        axes: [
          { ...axis, space: 70, values: (_plot, marks) => marks.map(x) },
          { ...axis, size: 74, values: (_plot, marks) => marks.map(y) },
          ...(right ? [{ ...axis, scale: "right", side: 1, size: 60, grid: { show: false }, values: (_plot: UPlot, marks: number[]) => marks.map(right) }] : []),
        ],
        series: series.map((one) => ({ points: { show: false }, ...one })),
        bands,
      },
      data,
      at,
    );
    drawn.current = plot;
    const watch = new ResizeObserver(() => plot.setSize({ width: at.clientWidth, height: HEIGHT }));
    watch.observe(at);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [shape]);
  useEffect(() => drawn.current?.setData(data), [data]);
  return <div class="plot" ref={place} role="img" aria-label={label} />;
}
