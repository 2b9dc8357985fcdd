// The layout as a table with position and power of each module, for screen readers and for copying.
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../components/chart/ChartTable.tsx';
import { moduleName, type NamedModule, zoneName } from '../../../components/roof/names.ts';
import { keyOf, type Zone } from '../../../components/roof/plan.ts';
import classes from '../../../components/roof/roof.module.css';
import { DASH, inline, power } from '../../../format/numbers.ts';

interface Props {
  zones: readonly Zone[];
  modules: readonly (NamedModule & { fault: string })[];
  /** W by module index; null: no data. */
  powers: readonly (number | null)[];
}

export function RoofTable({ zones, modules, powers }: Props) {
  const { t } = useTranslation();
  const positions = new Map(
    zones.flatMap((zone) =>
      zone.modules.map(({ row, column, ...module }) => [
        keyOf(module),
        { zone: zoneName(zone, t), row: String(row), column: String(column) },
      ]),
    ),
  );
  return (
    <div className={classes.table}>
      <ChartTable
        caption={t('roof.table')}
        height="100%"
        columns={[
          { label: t('roof.module') },
          { label: t('roof.zone'), isText: true },
          { label: t('roof.row') },
          { label: t('roof.column') },
          { label: t('roof.power') },
          { label: t('roof.fault'), isText: true },
        ]}
        rows={modules.map((module, index) => {
          const key = keyOf(module);
          const { zone, row, column } = positions.get(key) ?? { zone: t('roof.unplaced'), row: DASH, column: DASH };
          return {
            key,
            cells: [moduleName(module), zone, row, column, inline(power(powers[index])), module.fault || DASH],
          };
        })}
      />
    </div>
  );
}
