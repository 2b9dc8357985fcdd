// A day's lines as an SVG of the page itself: shown together with the figures, before the chart library of a hundred kilobytes is loaded.
import classes from './chart.module.css';
import { inkVar } from './ink.ts';
import { AREA_OPACITY, STACK_OPACITY } from './powerOption.ts';
import type { Picture } from './powerPicture.ts';
import { dashArray } from './tooltip.ts';

/** Draws in the order of the library, from back to front. */
export function PowerPicture({ of: picture }: { of: Picture }) {
  const { frame, x, y, nights, steps, zero, clocks, lines, now, areas = [], right: secondAxis } = picture;
  const [left, right] = x;
  const [top, bottom] = y;
  return (
    <svg className={classes.picture} aria-hidden>
      {nights.map(([from, to]) => (
        <rect key={from} x={from} y={top} width={Math.max(0, to - from)} height={bottom - top} fill={inkVar('hover')} />
      ))}
      <g stroke={inkVar('border')}>
        {steps.map(({ lineY }) => (
          <path key={lineY} d={`M${left} ${lineY}H${right}`} />
        ))}
        <path d={`M${left} ${zero.lineY}H${right}`} strokeLinecap="round" />
        {clocks.map(({ lineX }) => (
          <path key={lineX} d={`M${lineX} ${zero.y}v5`} />
        ))}
      </g>
      <g textAnchor="end">
        <text x={left - 8} y={top - 16}>
          {frame.name}
        </text>
        {steps.map(({ y: at, text }) => (
          <text key={at} x={left - 8} y={at}>
            {text}
          </text>
        ))}
      </g>
      <g textAnchor="middle">
        {clocks.map(({ x: at, text }) => (
          <text key={at} x={at} y={bottom + 14}>
            {text}
          </text>
        ))}
      </g>
      {secondAxis && (
        <g textAnchor="start">
          <text x={right + 8} y={top - 16}>
            {secondAxis.name}
          </text>
          {secondAxis.steps.map(({ y: at, text }) => (
            <text key={at} x={right + 8} y={at}>
              {text}
            </text>
          ))}
        </g>
      )}
      {areas.map(({ name, ink, path }) => (
        <path key={name} d={path} fill={inkVar(ink)} fillOpacity={STACK_OPACITY} />
      ))}
      {lines.map(({ name, ink, dash, width, path, area }) => (
        <g key={name} fill="none">
          {area && <path d={area} fill={inkVar('productionFill')} fillOpacity={AREA_OPACITY} />}
          <path
            d={path}
            stroke={inkVar(ink)}
            strokeWidth={width}
            strokeLinejoin="bevel"
            strokeDasharray={dashArray(dash)}
          />
        </g>
      ))}
      {lines.flatMap(({ name, ink, dots }) =>
        dots.map(({ x: at, y: height, r }) => (
          <circle key={`${name} ${at}`} cx={at} cy={height} r={r} fill={inkVar(ink)} />
        )),
      )}
      {now !== null && <path d={`M${now} ${bottom}V${top}`} stroke={inkVar('text')} />}
    </svg>
  );
}
