// Fills in form fields derived from the place: the country sets time zone, currency and temperature unit, all of which can be changed.
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { post } from '../../api/post.ts';
import type { AddressHit } from './AddressSearch.tsx';
import type { Coordinates } from './coordinates.ts';
import type { SiteField, SiteForm } from './siteForm.ts';

export const canLocate = (): boolean =>
  typeof navigator !== 'undefined' && 'geolocation' in navigator && window.isSecureContext;

export type PlaceHints = ReturnType<typeof usePlace>;

/** Returns handlers that fill in derived fields. Fields `hidden` from the user are not filled in, as they would be sent unseen. */
export function usePlace(form: UseFormReturn<SiteForm>, hidden: readonly SiteField[] = []) {
  const isZoneSelected = useRef(false);
  const [isLocating, setLocating] = useState(false);
  const [hasLocateFailed, setLocateFailed] = useState(false);
  const set = (values: Partial<SiteForm>) => {
    for (const name of Object.keys(values) as SiteField[]) {
      if (hidden.includes(name)) continue;
      // Clears the error of a field that was missing.
      const shouldValidate = form.getFieldState(name).invalid;
      form.setValue(name, values[name] ?? '', { shouldDirty: true, shouldValidate });
    }
  };
  /** Fills in the fields derived from country and coordinates. A time zone selected by the user changes only with the country. */
  const fill = async (isNewCountry: boolean) => {
    const { countryCode, latitude, longitude } = form.getValues();
    if (countryCode === '') return;
    const coordinates = latitude === '' || longitude === '' ? {} : { latitude, longitude };
    // Without a response the user selects the fields by hand.
    const place = await post('common/addressInfo', { country: countryCode, ...coordinates }).catch(() => null);
    if (!place || form.getValues('countryCode') !== countryCode) return;
    if (isNewCountry) set({ currency: place.currency, temperatureUnit: place.temperatureUnit });
    if (isNewCountry || !isZoneSelected.current) set({ timezone: place.timezone });
  };
  const setCoordinates = (pair: Coordinates) => {
    set(pair);
    void fill(false);
  };
  const setAddress = ({ label: _, source: __, ...place }: AddressHit) => {
    const isNewCountry = place.countryCode !== form.getValues('countryCode');
    if (isNewCountry) isZoneSelected.current = false;
    set(place);
    void fill(isNewCountry);
  };
  const locate = () => {
    setLocating(true);
    setLocateFailed(false);
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
        setLocateFailed(true);
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  };
  return {
    onCountry: () => {
      isZoneSelected.current = false;
      set({ stateCode: '' });
      void fill(true);
    },
    onZone: () => {
      isZoneSelected.current = true;
    },
    onCoordinates: () => void fill(false),
    setCoordinates,
    setAddress,
    locate,
    isLocating,
    hasLocateFailed,
  };
}
