// Devices that match the filter.
import type { Response } from '@heliograph/contract/calls.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '../../../components/parameters/parameters.module.css';
import { DASH } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { AsleepDot } from '../parameters/AtSunrise.tsx';

export function ChosenDevices({ devices }: { devices: Response<'configuration/inverter/group/filter'>['list'] }) {
  const { t } = useTranslation();
  return (
    <table className={`${classes.table} num`}>
      <caption className="visuallyHidden">{t('inverterSetup.devices')}</caption>
      <thead>
        <tr>
          {(['device', 'plant', 'gateway', 'firmwareNow'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`inverterSetup.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {devices.map(({ sid, siteName, sn, alias, gatewaySn, firmware, isOff, sleepsUntilIso }) => (
          <tr key={`${sid} ${sn}`}>
            <th scope="row">
              <Link {...links.parameterSetting(sid, sn)}>{alias === '' ? sn : alias}</Link>
              {alias !== '' && <span className={classes.small}>{sn}</span>}
            </th>
            <td data-label={t('inverterSetup.plant')}>
              <span>{siteName}</span>
              {isOff && <StatusDot tone="warning">{t('inverterSetup.isOff')}</StatusDot>}
              {/* ISO 8601 in the plant's own time. */}
              {sleepsUntilIso && <AsleepDot sunrise={sleepsUntilIso.slice(11, 16)} />}
            </td>
            <td data-label={t('inverterSetup.gateway')}>{gatewaySn === sn ? DASH : gatewaySn}</td>
            <td data-label={t('inverterSetup.firmwareNow')}>{firmware === '' ? DASH : firmware}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
