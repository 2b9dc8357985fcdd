// Searches for an address and fills in the place, the coordinates and, from these, the time zone. Requests are sent on Search, not per keystroke.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, TextInput } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall } from '../../api/useCall.ts';
import { full } from '../../format/numbers.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from './edit.module.css';

export type AddressHit = Response<'common/places'>['list'][number];

export function AddressSearch({ onPlace }: { onPlace: (place: AddressHit) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  /** The text searched for; '' once a place is selected. */
  const [query, setQuery] = useState('');
  const places = useCall('common/places', { text: query }, { enabled: query !== '', staleMs: 300_000 });
  const search = () => {
    if (typed.trim().length < 2) return;
    if (typed.trim() === query) void places.refetch();
    setQuery(typed.trim());
  };
  const select = (place: AddressHit) => {
    setTyped(place.label);
    setQuery('');
    onPlace(place);
    // Its button goes with the list.
    input.current?.focus();
  };
  const result = query === '' ? undefined : places.data;
  const service = result?.service === 'none' ? t('edit.noMapService') : '';
  const note = result?.service === 'failed' ? t('edit.mapServiceFailed') : service;
  const count = result?.list.length ?? 0;
  const found = count === 0 ? `${t('common.noMatch')}.` : t('list.found', { n: full(count, 0) });
  useAnnounced(query === '' ? '' : result && `${found} ${note}`.trim(), query);
  return (
    <div className={classes.wide}>
      <div className={classes.addressSearch}>
        <TextInput
          ref={input}
          label={t('edit.address')}
          placeholder={t('edit.addressExample')}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Keeps Enter from submitting the surrounding form.
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
      {query !== '' && places.error && <Notice kind="error">{messageOf(places.error, t)}</Notice>}
      {result && (
        <>
          <ul className={classes.places} aria-label={t('edit.places')}>
            {result.list.map((place) => (
              <li key={`${place.source} ${place.label} ${place.latitude} ${place.longitude}`}>
                <button type="button" onClick={() => select(place)}>
                  <span>{place.label}</span>
                  <span className="muted">{t(`edit.placeSource.${place.source}`)}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className={classes.placesNote}>
            {count === 0 && `${found} `}
            {note}
          </p>
        </>
      )}
    </div>
  );
}
