// Facts of a device: identity, product, orientation, gateway and age.
import { useTranslation } from 'react-i18next';
import { DocumentsLink } from '../../components/DocumentsLink.tsx';
import { type Fact, FactList } from '../../components/plant/FactList.tsx';
import { angle, energyOfKwh, inline, power } from '../../format/numbers.ts';
import { dateOf } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import type { Device } from './kinds.ts';

export function DeviceFacts({ device }: { device: Device }) {
  const { t } = useTranslation();
  const degrees = (value: number | null) => (value === null ? '' : angle(value));
  const facts: Fact[] = [
    [t('device.sn'), device.sn],
    [t('device.alias'), device.alias],
    [t('device.kind'), t(`deviceKind.${device.kind}`)],
    [t('plant.model'), device.modelName],
    [t('device.ratedPower'), device.ratedPower > 0 ? inline(power(device.ratedPower)) : ''],
    [t('connection.firmware'), device.CPUVersion],
    [t('deviceKind.gateway'), device.gatewaySn],
    [t('device.tilt'), degrees(device.tilt)],
    [t('device.azimuth'), degrees(device.azimuth)],
    [t('device.stringNumber'), device.stringNumber === null ? '' : String(device.stringNumber)],
    [t('device.replaces'), device.replaces],
    [t('device.carriedOver'), device.carriedOver > 0 ? inline(energyOfKwh(device.carriedOver)) : ''],
    [t('plant.zone'), device.timezone],
    [t('device.since'), dateOf(device.createdAtIso, device.timezone)],
  ];
  return (
    <Card title={t('plant.device')} side={<DocumentsLink product={device.modelName} />}>
      <FactList facts={facts} isWide />
    </Card>
  );
}
