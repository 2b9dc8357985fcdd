// Position and panel of a module: its own values, else those of its zone or device, marked as such; opens the editor.
import type { PLACEMENT_FIELDS } from '@heliograph/contract/entities/module.ts';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { DocumentsLink } from '../../../components/DocumentsLink.tsx';
import classes from '../../../components/plant/plant.module.css';
import { zoneName } from '../../../components/roof/names.ts';
import { angle, DASH, inline, peakPower as peakPowerText } from '../../../format/numbers.ts';
import { Card } from '../../../ui/Card.tsx';
import type { Module } from './ModulePage.tsx';

const EditModule = lazyPart(() => import('./EditModule.tsx'));

export function Position({ module, mayEdit }: { module: Module; mayEdit: boolean }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const { pageName, stringNumber, tilt, azimuth, orientation, product, peakPower, own, byZone, plcSN, modelName } =
    module;
  const facts: [label: string, value: string, field?: (typeof PLACEMENT_FIELDS)[number]][] = [
    [t('module.place'), placeText(module, t)],
    [t('module.page'), pageName || t('module.noPage')],
    [t('device.stringNumber'), stringNumber === null ? DASH : String(stringNumber), 'stringNumber'],
    [t('device.tilt'), angle(tilt), 'tilt'],
    [t('device.azimuth'), angle(azimuth), 'azimuth'],
    [t('module.orientation'), orientation === null ? DASH : t(`module.orientations.${orientation}`), 'orientation'],
    [t('module.product'), product || DASH],
    [t('module.peakPower'), inline(peakPowerText(peakPower))],
    [t('module.number'), plcSN],
    [t('plant.model'), modelName],
  ];
  return (
    <Card
      title={t('module.position')}
      side={
        <>
          <DocumentsLink product={modelName} />
          {mayEdit && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              {t('plant.edit')}
            </Button>
          )}
        </>
      }
    >
      <dl className={`${classes.pairs} ${classes.pairsWide} num`}>
        {facts.map(([label, value, field]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {field && value !== DASH && !own.includes(field) && (
                <span className="muted">
                  {' '}
                  {t(byZone.some((name) => name === field) ? 'module.ofZone' : 'module.ofDevice')}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isEditing && (
        <Suspense>
          <EditModule module={module} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  );
}

/** Returns the place by the name that the layout gives the zone. */
function placeText({ zone, tilt, azimuth, byZone }: Module, t: TFunction): string {
  if (zone === null) return t('module.noPlace');
  const { row, column } = zone;
  const ofZone = {
    ...zone,
    tilt: byZone.includes('tilt') ? tilt : null,
    azimuth: byZone.includes('azimuth') ? azimuth : null,
  };
  return t('roof.at', { zone: zoneName(ofZone, t), row, column });
}
