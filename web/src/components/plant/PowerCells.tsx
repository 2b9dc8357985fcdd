// Two cells of a device's row: its current power, and its energy of today.
import { useTranslation } from 'react-i18next';
import { fixed } from '../../format/numbers.ts';
import { flowText, powerText } from '../devicePower.ts';
import type { SiteDevice } from './deviceOrder.ts';
import classes from './plant.module.css';

interface Props {
  device: Pick<SiteDevice, 'kind' | 'nowOf' | 'todayFlows'>;
  nowW: number | null;
  todayKwh: number | null;
  isStale?: boolean;
}

export function PowerCells({ device, nowW, todayKwh, isStale }: Props) {
  const { t } = useTranslation();
  const direction = powerText({ ...device, nowW }, t);
  return (
    <>
      <td className={classes.number} data-label={t('plant.nowUnit')} data-stale={isStale || undefined}>
        {fixed(nowW, 1)}
        {direction && <div className="under">{direction}</div>}
      </td>
      <td className={classes.number} data-label={t('plant.todayUnit')}>
        {device.todayFlows.length === 0 && fixed(todayKwh, 2)}
        {device.todayFlows.map(({ flow, energy }) => (
          <div key={flow}>
            <span className="under">{flowText(flow, t)}</span> {fixed(energy, 2)}
          </div>
        ))}
      </td>
    </>
  );
}
