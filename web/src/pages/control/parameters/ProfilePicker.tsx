// Fills in the wanted values of a named set; says where they are from, and when nobody has checked them. Nothing is sent by it.
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
  onTake: (values: Record<string, number>) => void;
}

export function ProfilePicker({ parameters, onTake }: Props) {
  const { t } = useTranslation();
  const [id, setId] = useState('');
  const valuesOf = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      parameters.flatMap((parameter) => {
        const value = values[parameter.name];
        return value !== undefined && fitsParameter(value, parameter) ? [[parameter.name, value]] : [];
      }),
    );
  const fitting = GRID_PROFILES.filter(({ values }) => Object.keys(valuesOf(values)).length > 0);
  const profile = fitting.find((one) => one.id === id);
  const taken = profile ? valuesOf(profile.values) : {};
  // Half a profile that looks like a whole one would be nobody's.
  const left = Object.keys(profile?.values ?? {}).filter((name) => !(name in taken));
  if (fitting.length === 0) return null;
  return (
    <div className={classes.profile}>
      <div className={classes.row}>
        <Choice
          label={t('parameters.profile')}
          value={id}
          choices={[
            { value: '', label: t('parameters.noProfile') },
            ...fitting.map(({ id: value, name, country, year }) => ({
              value,
              label: [country, `${name}:${year}`].filter((part) => part !== '').join(' · '),
            })),
          ]}
          widthPx={260}
          onChange={setId}
        />
        <Button variant="default" disabled={!profile} onClick={() => onTake(taken)}>
          {t('parameters.takeProfile')}
        </Button>
      </div>
      {left.length > 0 && (
        <Notice kind="warning">
          {t('parameters.profilePartly', { names: left.map((name) => parameterName(t, name)).join(', ') })}
        </Notice>
      )}
      {profile && <p className="muted">{t(`parameters.source.${profile.source}`)}</p>}
      {profile && !profile.isVerified && <Notice kind="warning">{t('parameters.profileUnverified')}</Notice>}
    </div>
  );
}
