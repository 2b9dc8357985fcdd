// The layout in read-only view: coloured by power, with its legend, a description of the selected module, and a table view.
import type { Response } from '@heliograph/contract/calls.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconMap2, IconPencil, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type RefObject, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawMarks, type Looks } from '../../../components/roof/drawRoof.ts';
import { moduleName, type NamedModule, zoneName } from '../../../components/roof/names.ts';
import { keyOf, moduleAt } from '../../../components/roof/plan.ts';
import { RoofCanvas } from '../../../components/roof/RoofCanvas.tsx';
import classes from '../../../components/roof/roof.module.css';
import type { Draw, Stage } from '../../../components/roof/stage.ts';
import { useFocus } from '../../../components/roof/useFocus.ts';
import { type Roof, useInks } from '../../../components/roof/useRoof.ts';
import { DASH, inline, power } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { Hint } from '../../../ui/Hint.tsx';
import { RoofLegend } from './RoofLegend.tsx';
import { RoofTable } from './RoofTable.tsx';

export type ShownModule = NamedModule & { fault: string };

interface Props {
  layout: Pick<Response<'site/layoutInfo'>, 'sid' | 'changeable'>;
  roof: Roof;
  /** Modules with their fault at the displayed moment. */
  modules: readonly ShownModule[];
  looks: { current: Looks };
  /** W by module index at the displayed moment; null: no data. */
  powers: readonly (number | null)[];
  scaleW: number;
  height: string;
  label: string;
  /** The canvas; a caller that changes `looks` repaints it. */
  stage: RefObject<Stage | null>;
}

export function RoofView({ layout, roof, modules, looks, powers, scaleW, height, label, stage }: Props) {
  const { t } = useTranslation();
  const inks = useInks();
  const [showsTable, setShowsTable] = useState(false);
  const { place, setPlace, byKey } = useFocus(roof.zones, stage);
  const overlay = useCallback<Draw>(
    (ctx, { view, ratio }) => {
      const zone = roof.zones.find(({ id }) => id === place?.zone);
      if (zone && place) drawMarks(ctx, zone, [place], view, ratio, { ink: inks.accent, width: 3 });
    },
    [roof.zones, place, inks],
  );
  const placed = place && moduleAt(roof.zones, place);
  const index = placed ? modules.findIndex((module) => keyOf(module) === keyOf(placed)) : -1;
  const module = modules[index];
  const zone = roof.zones.find(({ id }) => id === place?.zone);
  return (
    <>
      <div className={classes.head}>
        <RoofLegend scaleW={scaleW} />
        <ViewTools layout={layout} showsTable={showsTable} onToggle={() => setShowsTable(!showsTable)} />
      </div>
      <div style={{ height }}>
        {showsTable ? (
          <RoofTable zones={roof.zones} modules={modules} powers={powers} />
        ) : (
          <RoofCanvas
            ref={stage}
            roof={roof}
            looks={looks}
            inks={inks}
            label={label}
            overlay={overlay}
            onPlace={(press) => setPlace(press.place)}
            onKey={byKey}
          />
        )}
      </div>
      <div className={classes.about} role="status">
        {module && zone ? (
          <>
            <strong>{moduleName(module)}</strong>
            <span className="num">{powers[index] === null ? t('roof.noData') : inline(power(powers[index]))}</span>
            {module.fault && <span style={{ color: 'var(--fault)' }}>{module.fault}</span>}
            <span className="muted">
              {t('roof.at', { zone: zoneName(zone, t), row: place?.row ?? DASH, column: place?.column ?? DASH })}
            </span>
            <Button
              variant="subtle"
              size="compact-sm"
              renderRoot={(props) => (
                <Link {...props} {...links.module({ sid: layout.sid, sn: module.sn, input: module.input })} />
              )}
            >
              {t('roof.open')}
            </Button>
          </>
        ) : (
          <span className="muted">
            {t('roof.pointText')} <span className="withKeys">{t('roof.pointKeys')}</span>
          </span>
        )}
      </div>
    </>
  );
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
