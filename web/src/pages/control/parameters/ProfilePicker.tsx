// Fills in the values of a grid profile; shows their source and whether they are unverified. Sends nothing.
import { fitsParameter } from '@heliograph/contract/commands.ts';
import { GRID_PROFILES } from '@heliograph/contract/gridProfiles.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { parameterName } from '../../../components/parameters/words.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { Parameter } from './DeviceParameters.tsx';

interface Props {
  parameters: readonly Pick<Parameter, 'name' | 'min' | 'max' | 'step'>[];
  onApply: (values: Record<string, number>) => void;
}

export function ProfilePicker({ parameters, onApply }: Props) {
  const { t } = useTranslation();
  const [id, setId] = useState('');
  const valuesOf = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      parameters.flatMap((parameter) => {
        const value = values[parameter.name];
        return value !== undefined && fitsParameter(value, parameter) ? [[parameter.name, value]] : [];
      }),
    );
  const applicable = GRID_PROFILES.filter(({ values }) => Object.keys(valuesOf(values)).length > 0);
  const profile = applicable.find((one) => one.id === id);
  const profileValues = profile ? valuesOf(profile.values) : {};
  // A partial profile must not look like a complete one.
  const unsupported = Object.keys(profile?.values ?? {}).filter((name) => !(name in profileValues));
  if (applicable.length === 0) return null;
  return (
    <div className={classes.profile}>
      <div className={classes.row}>
        <Choice
          label={t('parameters.profile')}
          value={id}
          choices={[
            { value: '', label: t('parameters.noProfile') },
            ...applicable.map(({ id: value, name, country, year }) => ({
              value,
              label: [country, `${name}:${year}`].filter((part) => part !== '').join(' · '),
            })),
          ]}
          widthPx={260}
          onChange={setId}
        />
        <Button variant="default" disabled={!profile} onClick={() => onApply(profileValues)}>
          {t('parameters.takeProfile')}
        </Button>
      </div>
      {unsupported.length > 0 && (
        <Notice kind="warning">
          {t('parameters.profilePartly', { names: unsupported.map((name) => parameterName(t, name)).join(', ') })}
        </Notice>
      )}
      {profile && <p className="muted">{t(`parameters.source.${profile.source}`)}</p>}
      {profile && !profile.isVerified && <Notice kind="warning">{t('parameters.profileUnverified')}</Notice>}
    </div>
  );
}
