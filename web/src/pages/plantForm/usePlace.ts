// What a place implies for the form: the country fills time zone, currency and temperature unit, and all can be changed.
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { post } from '../../api/post.ts';
import type { AddressHit } from './AddressSearch.tsx';
import type { Coordinates } from './coordinates.ts';
import type { SiteField, SiteForm } from './siteForm.ts';

export const canLocate = (): boolean =>
  typeof navigator !== 'undefined' && 'geolocation' in navigator && window.isSecureContext;

export type PlaceHints = ReturnType<typeof usePlace>;

/** What is `hidden` from the reader is not filled in either: it would be sent unseen. */
export function usePlace(form: UseFormReturn<SiteForm>, hidden: readonly SiteField[] = []) {
  const zoneIsChosen = useRef(false);
  const [isLocating, setLocating] = useState(false);
  const [couldNotLocate, setCouldNotLocate] = useState(false);
  const set = (values: Partial<SiteForm>) => {
    for (const name of Object.keys(values) as SiteField[]) {
      if (hidden.includes(name)) continue;
      // What was said to be missing is there now.
      const shouldValidate = form.getFieldState(name).invalid;
      form.setValue(name, values[name] ?? '', { shouldDirty: true, shouldValidate });
    }
  };
  /** A place far from where it was asked for changes nothing that was chosen by hand. */
  const fill = async (isNewCountry: boolean) => {
    const { countryCode, latitude, longitude } = form.getValues();
    if (countryCode === '') return;
    const where = latitude === '' || longitude === '' ? {} : { latitude, longitude };
    // When the server cannot say, the reader chooses by hand.
    const place = await post('common/addressInfo', { country: countryCode, ...where }).catch(() => null);
    if (!place || form.getValues('countryCode') !== countryCode) return;
    if (isNewCountry) set({ currency: place.currency, temperatureUnit: place.temperatureUnit });
    if (isNewCountry || !zoneIsChosen.current) set({ timezone: place.timezone });
  };
  const takeCoordinates = (place: Coordinates) => {
    set(place);
    void fill(false);
  };
  const takePlace = ({ label: _, source: __, ...place }: AddressHit) => {
    const isNewCountry = place.countryCode !== form.getValues('countryCode');
    if (isNewCountry) zoneIsChosen.current = false;
    set(place);
    void fill(isNewCountry);
  };
  const locate = () => {
    setLocating(true);
    setCouldNotLocate(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        set({
          latitude: Math.round(coords.latitude * 1e5) / 1e5,
          longitude: Math.round(coords.longitude * 1e5) / 1e5,
        });
        void fill(false);
      },
      () => {
        setLocating(false);
        setCouldNotLocate(true);
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  };
  return {
    countryChosen: () => {
      zoneIsChosen.current = false;
      set({ stateCode: '' });
      void fill(true);
    },
    zoneChosen: () => {
      zoneIsChosen.current = true;
    },
    coordinatesTyped: () => void fill(false),
    takeCoordinates,
    takePlace,
    locate,
    isLocating,
    couldNotLocate,
  };
}
