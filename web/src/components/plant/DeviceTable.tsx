// A table of a plant's devices, one row each; a long table is collapsed, and on phones rows are cards.
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './plant.module.css';

interface Props<Device> {
  /** Devices in the order of their rows. */
  devices: readonly Device[];
  /** Number of rows above which the table is collapsed. */
  maxCollapsed: number;
  hasCurve?: boolean;
  /** Header of the column with the last report. */
  lastReportTitle: string;
  row: (device: Device) => ReactNode;
}

export function DeviceTable<Device>({ devices, maxCollapsed, hasCurve, lastReportTitle, row }: Props<Device>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={classes.deviceTable}>
        <table className={`${classes.devices} num`}>
          <thead>
            <tr>
              <th scope="col">{t('plant.status')}</th>
              <th scope="col">{t('plant.device')}</th>
              <th scope="col">{t('plant.model')}</th>
              <th scope="col" className={classes.number}>
                {t('plant.nowUnit')}
              </th>
              <th scope="col" className={classes.number}>
                {t('plant.todayUnit')}
              </th>
              {hasCurve && (
                <th scope="col" className={classes.curve}>
                  {t('plant.todayCurve')}
                </th>
              )}
              <th scope="col" className={classes.ageCell}>
                {lastReportTitle}
              </th>
            </tr>
          </thead>
          <tbody>{(isOpen ? devices : devices.slice(0, maxCollapsed)).map(row)}</tbody>
        </table>
      </div>
      {devices.length > maxCollapsed && (
        <div className={classes.unfold}>
          <Button variant="default" size="xs" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? t('plant.showFewer') : t('plant.showAll', { count: devices.length })}
          </Button>
        </div>
      )}
    </>
  );
}
