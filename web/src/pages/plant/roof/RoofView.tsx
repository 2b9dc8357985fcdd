// The layout in read-only view: coloured by a value, with its legend, a description of the selected module, and a table view.
import type { Response } from '@heliograph/contract/calls.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconMap2, IconPencil, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawMarks, type Inks, type Looks } from '../../../components/roof/drawRoof.ts';
import type { ShownProblem } from '../../../components/roof/looks.ts';
import type { NamedModule } from '../../../components/roof/names.ts';
import { type Cell, fromPlan, keyOf, middleOf, moduleAt } from '../../../components/roof/plan.ts';
import { RoofCanvas } from '../../../components/roof/RoofCanvas.tsx';
import classes from '../../../components/roof/roof.module.css';
import type { Draw, Stage } from '../../../components/roof/stage.ts';
import { useFocus } from '../../../components/roof/useFocus.ts';
import { type Roof, useInks } from '../../../components/roof/useRoof.ts';
import { links } from '../../../links.ts';
import { Hint } from '../../../ui/Hint.tsx';
import { ModuleTip, type TipPoint } from './ModuleTip.tsx';
import { RoofLegend } from './RoofLegend.tsx';
import { RoofTable, type ValueColumn } from './RoofTable.tsx';
import { SelectedModule } from './SelectedModule.tsx';

export type ShownModule = NamedModule & {
  /** Problems at the displayed moment, the most severe first. */
  problems: readonly ShownProblem[];
};

interface Props {
  layout: Pick<Response<'site/layoutInfo'>, 'sid' | 'changeable'>;
  timeZone: string | undefined;
  roof: Roof;
  modules: readonly ShownModule[];
  looks: { current: Looks };
  /** Columns of the table, and the values of the selected module. */
  values: readonly ValueColumn[];
  /** The one of `values` that colours the modules. */
  main: ValueColumn;
  scale: { from: string; to: string };
  /** Label of modules that produce, or have produced, nothing. */
  nothing: string;
  height: string;
  label: string;
  /** Module, or device without `input`, that is selected at the beginning. */
  shown?: { sn: string; input?: number | undefined } | undefined;
  /** Controls before the tools. */
  children?: ReactNode;
  /** The canvas; a caller that changes `looks` repaints it. */
  stage: RefObject<Stage | null>;
}

export function RoofView(props: Props) {
  const {
    layout,
    timeZone,
    roof,
    modules,
    looks,
    values,
    main,
    scale,
    nothing,
    height,
    label,
    shown,
    children,
    stage,
  } = props;
  const inks = useInks();
  const [showsTable, setShowsTable] = useState(false);
  const { place, setPlace, byKey } = useFocus(roof.zones, stage, placeOf(roof, modules, shown));
  const overlay = useCallback<Draw>(
    (ctx, { view, ratio }) => {
      const zone = roof.zones.find(({ id }) => id === place?.zone);
      if (zone && place) drawMarks(ctx, zone, [place], view, ratio, { ink: inks.accent, width: 3 });
    },
    [roof.zones, place, inks],
  );
  const goToProblem = (level: 'fault' | 'warning') => {
    setShowsTable(false);
    const next = nextProblem(roof, modules, level, place);
    const zone = roof.zones.find(({ id }) => id === next?.zone);
    if (!next || !zone) return;
    setPlace(next);
    stage.current?.reveal(middleOf(zone, next));
  };
  const zone = roof.zones.find(({ id }) => id === place?.zone);
  const index = indexAt(roof, modules, place);
  const legend = (
    <RoofLegend scale={scale} nothing={nothing} problems={countProblems(modules)} onProblem={goToProblem} />
  );
  return (
    <>
      <div className={classes.head}>
        {children ?? legend}
        <ViewTools layout={layout} showsTable={showsTable} onToggle={() => setShowsTable(!showsTable)} />
      </div>
      {children && legend}
      <div style={{ height }} className={classes.view}>
        {showsTable ? (
          <RoofTable
            sid={layout.sid}
            timeZone={timeZone}
            zones={roof.zones}
            modules={modules}
            values={[main, ...values.filter((value) => value !== main)]}
          />
        ) : (
          <RoofPlan
            {...{ roof, modules, looks, inks, label, overlay, stage, main, timeZone }}
            onPlace={setPlace}
            onKey={byKey}
          />
        )}
      </div>
      <SelectedModule
        sid={layout.sid}
        timeZone={timeZone}
        module={modules[index]}
        place={place}
        zone={zone}
        values={values.map(({ label: name, textOf: textFor }) => ({ name, text: textFor(index) }))}
      />
    </>
  );
}

/** Returns the cell of a module, or of the first one of a device. */
function placeOf({ drawn }: Roof, modules: readonly ShownModule[], shown: Props['shown']): Cell | null {
  if (!shown) return null;
  for (const { zone, cells } of drawn)
    for (const { row, column, index } of cells) {
      const module = modules[index];
      if (module?.sn === shown.sn && (shown.input === undefined || module.input === shown.input))
        return { zone: zone.id, row, column };
    }
  return null;
}

/** Returns the index of the module in a cell; -1: none. */
function indexAt({ zones }: Roof, modules: readonly ShownModule[], cell: Cell | null): number {
  const placed = cell && moduleAt(zones, cell);
  return placed ? modules.findIndex((module) => keyOf(module) === keyOf(placed)) : -1;
}

interface PlanProps extends Pick<Props, 'roof' | 'modules' | 'looks' | 'label' | 'stage' | 'main' | 'timeZone'> {
  inks: Inks;
  overlay: Draw;
  onPlace: (place: Cell | null) => void;
  onKey: (event: KeyboardEvent) => void;
}

/** The canvas, with a tip on the module under the pointer. */
function RoofPlan({ roof, modules, looks, inks, label, overlay, stage, main, timeZone, onPlace, onKey }: PlanProps) {
  const [hovered, setHovered] = useState<Cell | null>(null);
  const index = indexAt(roof, modules, hovered);
  return (
    <>
      <RoofCanvas
        ref={stage}
        roof={roof}
        looks={looks}
        inks={inks}
        label={label}
        overlay={overlay}
        onPlace={(press) => onPlace(press.place)}
        onHover={(cell) => setHovered((before) => (isSameCell(before, cell) ? before : cell))}
        onKey={onKey}
      />
      {hovered && modules[index] && (
        <ModuleTip
          module={modules[index]}
          text={main.textOf(index)}
          timeZone={timeZone}
          at={tipPoint(stage.current, roof, hovered)}
        />
      )}
    </>
  );
}

/** Returns where the tip of a module points to, in pixels of the canvas; null: it is not drawn. */
function tipPoint(stage: Stage | null, { zones }: Roof, cell: Cell): TipPoint | null {
  const zone = zones.find(({ id }) => id === cell.zone);
  return stage && zone ? { ...fromPlan(stage.view, middleOf(zone, cell)), width: stage.width } : null;
}

const isSameCell = (one: Cell | null, other: Cell | null): boolean =>
  one === other || (one?.zone === other?.zone && one?.row === other?.row && one?.column === other?.column);

function countProblems(modules: readonly ShownModule[]): { fault: number; warning: number } {
  const counts = { fault: 0, warning: 0 };
  for (const { problems } of modules) {
    const [worst] = problems;
    if (worst) counts[worst.level === 'fault' ? 'fault' : 'warning']++;
  }
  return counts;
}

/** Returns the cell after this one, in the order of zones, whose module has a problem of this level; undefined if none is placed. */
function nextProblem(
  roof: Roof,
  modules: readonly ShownModule[],
  level: 'fault' | 'warning',
  place: Cell | null,
): Cell | undefined {
  const cells = roof.drawn.flatMap(({ zone, cells: drawn }) =>
    drawn.flatMap(({ row, column, index }) => {
      const worst = modules[index]?.problems[0]?.level;
      return worst !== undefined && (worst === 'fault') === (level === 'fault') ? [{ zone: zone.id, row, column }] : [];
    }),
  );
  return cells[(cells.findIndex((cell) => isSameCell(cell, place)) + 1) % cells.length];
}

interface ToolsProps {
  layout: Props['layout'];
  showsTable: boolean;
  onToggle: () => void;
}

/** Link to the editor, and the switch between plan and table. */
function ViewTools({ layout, showsTable, onToggle }: ToolsProps) {
  const { t } = useTranslation();
  const toggleLabel = t(showsTable ? 'roof.asPlan' : 'roof.asTable');
  return (
    <div className={classes.headTools}>
      {layout.changeable && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link {...props} {...links.layout(layout.sid)} />}
        >
          {t('roof.edit')}
        </Button>
      )}
      <Hint text={toggleLabel}>
        <ActionIcon size={32} aria-label={toggleLabel} onClick={onToggle}>
          {showsTable ? <IconMap2 size={18} stroke={1.75} /> : <IconTable size={18} stroke={1.75} />}
        </ActionIcon>
      </Hint>
    </div>
  );
}
