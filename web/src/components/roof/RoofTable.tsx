// The plan as a table: where each module is and what it gives, for who does not see the canvas, and for copying.
import { useTranslation } from 'react-i18next';
import { DASH, inline, power } from '../../format/numbers.ts';
import { moduleName, type NamedModule, zoneName } from './names.ts';
import { keyOf, type Zone } from './plan.ts';
import classes from './roof.module.css';

interface Props {
  zones: readonly Zone[];
  modules: readonly (NamedModule & { fault: string })[];
  /** W by the number of a module; null: no data. */
  powers: readonly (number | null)[];
}

export function RoofTable({ zones, modules, powers }: Props) {
  const { t } = useTranslation();
  const places = new Map(
    zones.flatMap((zone) =>
      zone.modules.map((placed) => [
        keyOf(placed),
        { zone: zoneName(zone, t), row: placed.row, column: placed.column },
      ]),
    ),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={classes.table} tabIndex={0} aria-label={t('roof.table')}>
      <table className="num">
        <thead>
          <tr>
            <th>{t('roof.module')}</th>
            <th>{t('roof.zone')}</th>
            <th data-number>{t('roof.row')}</th>
            <th data-number>{t('roof.column')}</th>
            <th data-number>{t('roof.power')}</th>
            <th>{t('roof.fault')}</th>
          </tr>
        </thead>
        <tbody>
          {modules.map((module, index) => {
            const place = places.get(keyOf(module));
            return (
              <tr key={keyOf(module)}>
                <td>{moduleName(module)}</td>
                <td>{place?.zone ?? t('roof.unplaced')}</td>
                <td data-number>{place?.row ?? DASH}</td>
                <td data-number>{place?.column ?? DASH}</td>
                <td data-number>{inline(power(powers[index]))}</td>
                <td>{module.fault || DASH}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
