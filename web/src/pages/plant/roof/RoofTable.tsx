// The layout as a table with position, values and problem of each module, for screen readers and for copying.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../components/chart/ChartTable.tsx';
import { moduleName, zoneName } from '../../../components/roof/names.ts';
import { keyOf, type Zone } from '../../../components/roof/plan.ts';
import classes from '../../../components/roof/roof.module.css';
import { DASH } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import type { ShownModule } from './RoofView.tsx';

/** A column of values. */
export interface ValueColumn {
  label: string;
  /** Formatted value of the module with this index. */
  textOf: (index: number) => string;
}

interface Props {
  sid: string;
  timeZone: string | undefined;
  zones: readonly Zone[];
  modules: readonly ShownModule[];
  values: readonly ValueColumn[];
}

export function RoofTable({ sid, timeZone, zones, modules, values }: Props) {
  const { t } = useTranslation();
  const positions = new Map(
    zones.flatMap((zone) =>
      zone.modules.map(({ row, column, ...module }) => [
        keyOf(module),
        { zone: zoneName(zone, t), row: String(row), column: String(column) },
      ]),
    ),
  );
  const problemText = ({ problems }: ShownModule): string =>
    problems
      .map(({ title, sinceIso }) =>
        sinceIso === null ? title : t('roof.problemSince', { title, since: dateTime(sinceIso, timeZone) }),
      )
      .join('; ');
  return (
    <div className={classes.table}>
      <ChartTable
        caption={t('roof.table')}
        height="100%"
        hasCards
        columns={[
          { label: t('roof.module') },
          ...values.map(({ label }) => ({ label })),
          { label: t('roof.problem'), isText: true, wraps: true },
          { label: t('roof.zone'), isText: true },
          { label: t('roof.row') },
          { label: t('roof.column') },
        ]}
        rows={modules.map((module, index) => {
          const key = keyOf(module);
          const { zone, row, column } = positions.get(key) ?? { zone: t('roof.unplaced'), row: DASH, column: DASH };
          const name = moduleName(module);
          return {
            key,
            head: <Link {...links.module({ sid, sn: module.sn, input: module.input })}>{name}</Link>,
            cells: [name, ...values.map(({ textOf }) => textOf(index)), problemText(module), zone, row, column],
          };
        })}
      />
    </div>
  );
}
