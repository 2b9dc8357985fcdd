// Finds an address and fills in what it says: place, coordinates, and by them the time zone. Asked when Search is pressed, not with each letter.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, TextInput } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall } from '../../api/useCall.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './edit.module.css';

export type AddressHit = Response<'common/places'>['list'][number];

export function AddressSearch({ onPlace }: { onPlace: (place: AddressHit) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  /** What was searched for; '' once a place was taken. */
  const [asked, setAsked] = useState('');
  const places = useCall('common/places', { text: asked }, { enabled: asked !== '', staleMs: 300_000 });
  const search = () => {
    if (typed.trim().length < 2) return;
    if (typed.trim() === asked) void places.refetch();
    setAsked(typed.trim());
  };
  const take = (place: AddressHit) => {
    setTyped(place.label);
    setAsked('');
    onPlace(place);
  };
  const answer = asked === '' ? undefined : places.data;
  return (
    <div className={classes.wide}>
      <div className={classes.addressSearch}>
        <TextInput
          label={t('edit.address')}
          placeholder={t('edit.addressExample')}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // The form around it is not meant.
            event.preventDefault();
            search();
          }}
        />
        <Button
          variant="default"
          leftSection={<IconMapSearch size={18} stroke={1.75} aria-hidden />}
          loading={places.isFetching}
          onClick={search}
        >
          {t('edit.searchAddress')}
        </Button>
      </div>
      {asked !== '' && places.error && <Notice kind="error">{messageOf(places.error, t)}</Notice>}
      {answer && (
        <>
          <ul className={classes.places} aria-label={t('edit.places')}>
            {answer.list.map((place) => (
              <li key={`${place.source} ${place.label} ${place.latitude} ${place.longitude}`}>
                <button type="button" onClick={() => take(place)}>
                  <span>{place.label}</span>
                  <span className="muted">{t(`edit.placeSource.${place.source}`)}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className={classes.placesNote} role="status">
            {answer.list.length === 0 && `${t('common.noMatch')}. `}
            {answer.service === 'none' && t('edit.noMapService')}
            {answer.service === 'failed' && t('edit.mapServiceFailed')}
          </p>
        </>
      )}
    </div>
  );
}
