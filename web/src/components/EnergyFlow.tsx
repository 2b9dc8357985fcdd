// Current energy flow: the plant's parts with direction and watts, animated only while the values are live, and the same as text.
import type { EnergyFlow as Flow } from '@heliograph/contract/entities/statistics.ts';
import { IconBattery3, IconEngine, IconHome, IconSolarPanel2 } from '@tabler/icons-react';
import { type ComponentType, type CSSProperties, type SVGProps, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH, powerLike } from '../format/numbers.ts';
import classes from './EnergyFlow.module.css';
import {
  FLOW_NAMES,
  type FlowKind,
  type FlowNode,
  flowLike,
  flowNodes,
  flowSentence,
  isUnmetered,
  oldSentence,
} from './flow.ts';
import { DoubtfulMark, figureOfFlow, SetUpLink, useDoubts } from './plant/Doubtful.tsx';
import { SEVERITY_ICONS } from './severity.tsx';

interface Props {
  flow: Flow;
  /** Rated power of the plant or device in watts, which determines the unit of all its figures; 0 when unknown. */
  ratedW: number;
  /** Too old to be live: no animation, and the figures are grey. */
  isStale: boolean;
  /** No value was ever received. */
  hasNoData?: boolean;
}

type Picture = ComponentType<Pick<SVGProps<SVGSVGElement>, 'x' | 'y' | 'width' | 'height' | 'color'>>;

/** A pylon in the style of the icon set, which has none. */
const IconPylon: Picture = (props) => (
  <svg
    {...props}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    aria-hidden
  >
    <path d="M8 21l4 -18l4 18M6.5 9h11M5.5 14h13" />
  </svg>
);

/** Size of the drawing; a generator's name needs room at its right. */
const BOX = { width: 360, widthWithGenerator: 404, height: 228 };
/** Centre of the drawing and of each part, in units of the view box. */
const HUB = { x: 180, y: 112 };
const PLACES: Record<FlowKind, { x: number; y: number; icon: Picture }> = {
  PVPanel: { x: 180, y: 34, icon: IconSolarPanel2 },
  home: { x: 64, y: 112, icon: IconHome },
  grid: { x: 296, y: 112, icon: IconPylon },
  battery: { x: 180, y: 190, icon: IconBattery3 },
  gen: { x: 296, y: 34, icon: IconEngine },
};
const DoubtIcon: Picture = SEVERITY_ICONS.warning;
const RADIUS = 30;
const HUB_RADIUS = 14;
/** Length above which a wire has room for two dots. */
const LONG_WIRE = 50;

function colorOf({ kind, direction }: FlowNode): string {
  if (kind === 'PVPanel') return 'var(--production)';
  if (kind === 'home') return 'var(--consumption)';
  if (kind === 'grid') return direction === 'out' ? 'var(--from-grid)' : 'var(--to-grid)';
  if (kind === 'battery') return direction === 'out' ? 'var(--battery-discharge)' : 'var(--battery-charge)';
  return 'var(--muted)';
}

/** A wire from the edge of a part to the edge of the hub, drawn in the direction of the energy, with an arrow in its middle. */
function Wire({ from, to, color }: Run) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <>
      <path className={classes.wire} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke={color} />
      <path
        d="M-5 -6L6 0L-5 6Z"
        fill={color}
        stroke="var(--surface)"
        strokeWidth="1.5"
        transform={`translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${angle})`}
      />
    </>
  );
}

interface Point {
  x: number;
  y: number;
}

/** Energy flowing from one edge to the other. */
interface Run {
  from: Point;
  to: Point;
  color: string;
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + ((to.x - from.x) / length) * distance, y: from.y + ((to.y - from.y) / length) * distance };
}

/** Returns the flow between the part and the hub; null while nothing flows. */
function runOf(node: FlowNode): Run | null {
  if (node.powerW === null || node.direction === 'idle') return null;
  const center = PLACES[node.kind];
  const edge = towards(center, HUB, RADIUS);
  const hub = towards(HUB, center, HUB_RADIUS);
  const intoNode = node.direction === 'in' || (node.kind === 'home' && node.direction !== 'out');
  return { from: intoNode ? hub : edge, to: intoNode ? edge : hub, color: colorOf(node) };
}

/**
 * Dots that move along a wire: one above the drawing, two on a long wire, moved and scaled by the compositor alone.
 * Animated dashes, or anything else that is repainted for each frame, cost a fifth of a processor.
 */
function Dots({ from, to, color, width }: Run & { width: number }) {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const style = {
    left: percent(from.x, width),
    top: percent(from.y, BOX.height),
    background: color,
    '--dx': (to.x - from.x) / width,
    '--dy': (to.y - from.y) / width,
  } as CSSProperties;
  return (
    <>
      <i className={classes.dot} style={style} />
      {Math.hypot(to.x - from.x, to.y - from.y) > LONG_WIRE && <i className={classes.dot} style={style} data-later />}
    </>
  );
}

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = () => document.visibilityState === 'visible';

function Part({ node, likeW, isStale }: { node: FlowNode; likeW: number; isStale: boolean }) {
  const { t } = useTranslation();
  const { x, y, icon: Icon } = PLACES[node.kind];
  const figure = powerLike(node.powerW, likeW);
  const run = runOf(node);
  const isDoubtful = useDoubts(figureOfFlow(node.kind)).length > 0;
  const color = !run || isStale ? 'var(--border-strong)' : run.color;
  const edge = towards({ x, y }, HUB, RADIUS);
  const hub = towards(HUB, { x, y }, HUB_RADIUS);
  // Next to the circle where the wire leaves room, else below it.
  const isBelow = node.kind === 'home' || node.kind === 'grid';
  const label = isBelow
    ? { x, y: y + RADIUS + 17, anchor: 'middle' as const }
    : { x: x + RADIUS + 10, y: y + 4, anchor: 'start' as const };
  return (
    <g data-kind={node.kind}>
      {run ? (
        <Wire {...run} color={color} />
      ) : (
        <path className={classes.idle} d={`M${edge.x} ${edge.y}L${hub.x} ${hub.y}`} />
      )}
      <circle cx={x} cy={y} r={RADIUS} fill="var(--surface)" stroke={color} strokeWidth="2" />
      <Icon x={x - 8} y={y - 23} width={16} height={16} color="var(--muted)" />
      {isDoubtful && (
        <>
          <circle cx={x + 23} cy={y - 21} r={10} fill="var(--surface)" />
          <DoubtIcon x={x + 15} y={y - 29} width={16} height={16} color="var(--warning)" />
        </>
      )}
      <text className={classes.watts} x={x} y={y + 9} data-stale={isStale || node.isOld || undefined}>
        {figure.text}
      </text>
      <text className={classes.unit} x={x} y={y + 22}>
        {figure.text === DASH ? '' : figure.unit}
      </text>
      <text className={classes.name} x={label.x} y={label.y} textAnchor={label.anchor}>
        {t(FLOW_NAMES[node.kind])}
      </text>
    </g>
  );
}

/** Placeholder for home and grid when no meter measures them. */
function Unmetered() {
  const { t } = useTranslation();
  const edge = towards({ x: HUB.x, y: 190 }, HUB, RADIUS);
  const { icon: Icon } = PLACES.home;
  return (
    <g>
      <path className={classes.idle} d={`M${HUB.x} ${HUB.y + HUB_RADIUS}L${edge.x} ${edge.y}`} />
      <circle className={classes.unmetered} cx={HUB.x} cy={190} r={RADIUS} />
      <Icon x={HUB.x - 10} y={180} width={20} height={20} color="var(--muted)" />
      <text className={classes.name} x={HUB.x + RADIUS + 10} y={187} textAnchor="start">
        {t('flow.homeAndGrid')}
      </text>
      <text className={classes.name} x={HUB.x + RADIUS + 10} y={203} textAnchor="start">
        {t('flow.notMeasured')}
      </text>
    </g>
  );
}

export function EnergyFlow({ flow, ratedW, isStale, hasNoData = false }: Props) {
  const { t } = useTranslation();
  const nodes = flowNodes(flow);
  const likeW = flowLike(nodes, ratedW);
  const unmetered = isUnmetered(nodes);
  // A battery takes the place of the note, which is then shown as text only.
  const drawsUnmetered = unmetered && !nodes.some(({ kind }) => kind === 'battery');
  const width = nodes.some(({ kind }) => kind === 'gen') ? BOX.widthWithGenerator : BOX.width;
  const isAnimated = useSyncExternalStore(onVisibility, isVisible) && !isStale;
  return (
    <div className={classes.flow}>
      <div
        className={classes.picture}
        style={{ '--width': width, '--height': BOX.height } as CSSProperties}
        aria-hidden
      >
        <svg className="num" viewBox={`0 0 ${width} ${BOX.height}`} aria-hidden>
          {drawsUnmetered && <Unmetered />}
          {nodes.map((node) => (
            <Part key={node.kind} node={node} likeW={likeW} isStale={isStale} />
          ))}
          <circle
            cx={HUB.x}
            cy={HUB.y}
            r={HUB_RADIUS}
            fill="var(--surface)"
            stroke="var(--border-strong)"
            strokeWidth="1.5"
          />
          <path
            d={`M${HUB.x - 6} ${HUB.y + 1}q3 -8 6 -1t6 -1`}
            fill="none"
            stroke="var(--muted)"
            strokeWidth="1.75"
            strokeLinecap="round"
          />
        </svg>
        {isAnimated &&
          nodes.map((node) => {
            const run = runOf(node);
            return run && <Dots key={node.kind} {...run} width={width} />;
          })}
      </div>
      <ul className={`${classes.words} num`} aria-label={t('flow.inWords')}>
        {isStale && !hasNoData && <li>{t('flow.stale')}</li>}
        {nodes.map((node) => (
          <li key={node.kind}>
            {flowSentence(node, likeW, t)}
            <DoubtfulMark about={t(FLOW_NAMES[node.kind])} figures={figureOfFlow(node.kind)} />
            {/* A home cannot give: the check finds the meter that counts the wrong way. */}
            {node.kind === 'home' && node.direction === 'out' && <SetUpLink />}
          </li>
        ))}
        {unmetered && <li>{t('flow.unmetered')}</li>}
        {!isStale &&
          nodes.filter(({ isOld }) => isOld).map((node) => <li key={`${node.kind} old`}>{oldSentence(node, t)}</li>)}
      </ul>
    </div>
  );
}
