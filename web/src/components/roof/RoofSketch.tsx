// A small picture of a roof: zones and the modules in them, without names and values.
import { PANEL } from '@heliograph/contract/layout.ts';
import { boxOf, boxOfAll, keyOf, middleOf, type Placed, type Zone } from './plan.ts';
import classes from './roof.module.css';

/** Metres around the zones. */
const MARGIN_M = 0.5;

interface Props {
  zones: readonly Zone[];
  /** Modules that are not at the same position there are highlighted. */
  other: readonly Zone[] | undefined;
  label: string;
}

/** Returns module and position, rounded to centimetres. */
function placeKey(zone: Zone, module: Placed): string {
  const { x, y } = middleOf(zone, module);
  return `${keyOf(module)} ${x.toFixed(2)} ${y.toFixed(2)} ${zone.orientation} ${zone.rotation}`;
}

export function RoofSketch({ zones, other, label }: Props) {
  const bounds = boxOfAll([...zones, ...(other ?? [])].map(boxOf));
  if (!bounds) return null;
  const { left, top, right, bottom } = bounds;
  const viewBox = [left - MARGIN_M, top - MARGIN_M, right - left + 2 * MARGIN_M, bottom - top + 2 * MARGIN_M].join(' ');
  const places = other && new Set(other.flatMap((zone) => zone.modules.map((module) => placeKey(zone, module))));
  return (
    <svg className={classes.sketch} viewBox={viewBox} role="img" aria-label={label}>
      {zones.map((zone) => {
        const { width, height } = PANEL[zone.orientation];
        return (
          <g key={zone.id} transform={`translate(${zone.x} ${zone.y}) rotate(${zone.rotation})`}>
            <rect className={classes.sketchZone} width={zone.columns * width} height={zone.rows * height} />
            {zone.modules.map((module) => (
              <rect
                key={keyOf(module)}
                className={classes.sketchModule}
                data-differs={(places && !places.has(placeKey(zone, module))) || undefined}
                x={(module.column - 1) * width + 0.05}
                y={(module.row - 1) * height + 0.05}
                width={width - 0.1}
                height={height - 0.1}
              />
            ))}
          </g>
        );
      })}
    </svg>
  );
}
