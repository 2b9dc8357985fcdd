// Connection state of an MQTT device, its time, and the facts that the device announced.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH, full } from '../../format/numbers.ts';
import { dateTime } from '../../format/times.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { Age } from '../Age.tsx';
import classes from './connection.module.css';

export type Connected = Response<'device/connection'>;

interface StateProps {
  data: Pick<Connected, 'online' | 'sinceIso'>;
  /** Zone of the plant. */
  timeZone: string | undefined;
}

export function ConnectionState({ data: { online, sinceIso }, timeZone }: StateProps) {
  const { t } = useTranslation();
  return (
    <span>
      <StatusDot tone={online ? 'ok' : 'offline'}>
        {t(online ? 'connection.online' : sinceIso ? 'connection.offline' : 'connection.never')}
      </StatusDot>
      {sinceIso && (
        <span className="muted">
          {' '}
          {t('connection.since')} {dateTime(sinceIso, timeZone)}
        </span>
      )}
    </span>
  );
}

interface FactsProps {
  data: Connected;
  /** Shows the state too, in this zone; omitted where it is already shown above. */
  state?: Pick<StateProps, 'timeZone'>;
}

export function ConnectionFacts({ data, state }: FactsProps) {
  const { t } = useTranslation();
  const { announced, credentialIso } = data;
  const passwordAge = (
    <>
      {t('connection.passwordSince')} <Age at={credentialIso} />
    </>
  );
  const age = (iso: string | null) => (iso ? <Age at={iso} /> : DASH);
  const facts: Record<'model' | 'hardware' | 'firmware' | 'signal' | 'interval' | 'announced' | 'password', ReactNode> =
    {
      model: announced?.model || DASH,
      hardware: announced?.hardware || DASH,
      firmware: announced?.firmware || DASH,
      signal: announced?.signalDbm == null ? DASH : `${full(announced.signalDbm, 0)} dBm`,
      interval: intervalOf(announced, t),
      announced: age(announced?.atIso ?? null),
      password: credentialIso ? passwordAge : t('connection.passwordNone'),
    };
  return (
    <section className={classes.facts}>
      {state && (
        <p>
          <ConnectionState data={data} {...state} />
        </p>
      )}
      <dl className="num">
        {(Object.keys(facts) as (keyof typeof facts)[]).map((name) => (
          <div key={name}>
            <dt>{t(`connection.${name}`)}</dt>
            <dd>{facts[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function intervalOf(announced: Connected['announced'], t: TFunction): string {
  if (announced === null) return DASH;
  const { intervalS } = announced;
  return intervalS === null ? t('connection.intervalLearnt') : t('connection.seconds', { count: intervalS });
}
