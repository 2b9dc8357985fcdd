// Values for all selected devices, from the catalogue of their product; reviewed, then sent.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { fitsParameter } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { useCall } from '../../../api/useCall.ts';
import type { Amount } from '../../../components/AmountInput.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { Card } from '../../../ui/Card.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { AllowedCell, NameCell, RequestedInput } from '../parameters/ParameterCells.tsx';
import { ProfilePicker } from '../parameters/ProfilePicker.tsx';

const SetupReview = lazyPart(() => import('./SetupReview.tsx'));

interface Props {
  model: number;
  filters: Partial<ParsedRequest<'configuration/inverter/setupValue'>['filters']>;
  devices: number;
  isAnyAsleep: boolean;
  maySend: boolean;
  onSent: () => void;
}

export function SetupForm({ model, filters, devices, isAnyAsleep, maySend, onSent }: Props) {
  const { t } = useTranslation();
  const catalogue = useCall('configuration/inverter/setupDefaultValue', { model });
  const [draft, setDraft] = useState<Record<string, Amount>>({});
  const [isReviewed, setReviewed] = useState(false);
  const { data } = catalogue;
  if (catalogue.error && !data) return <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!data)
    return (
      <Card flush title={t('inverterSetup.values')}>
        <RowSkeletons rows={7} height={48} />
      </Card>
    );
  const { parameters } = data;
  const requested = parameters.filter(({ name }) => typeof draft[name] === 'number');
  const isSound = requested.every((parameter) => fitsParameter(Number(draft[parameter.name]), parameter));
  const defaults = Object.fromEntries(
    parameters.flatMap(({ name, default: defaultValue }) => (defaultValue === null ? [] : [[name, defaultValue]])),
  );
  return (
    <Card flush title={t('inverterSetup.values')} note={data.name}>
      {maySend && (
        <div className={classes.part}>
          <ProfilePicker parameters={parameters} onApply={(values) => setDraft({ ...draft, ...values })} />
          {Object.keys(defaults).length > 0 && (
            <div>
              <Button variant="default" size="xs" onClick={() => setDraft({ ...draft, ...defaults })}>
                {t('inverterSetup.takeFactory')}
              </Button>
            </div>
          )}
        </div>
      )}
      <Values
        parameters={parameters}
        draft={draft}
        maySend={maySend}
        onChange={(name, value) => setDraft({ ...draft, [name]: value })}
      />
      <div className={classes.part}>
        {parameters.some(({ isVerified }) => !isVerified) && <p className="muted">{t('parameters.unverified')}</p>}
        {maySend && (
          <div className={classes.end}>
            <Button variant="default" disabled={requested.length === 0} onClick={() => setDraft({})}>
              {t('parameters.discard')}
            </Button>
            <Button disabled={requested.length === 0 || !isSound} onClick={() => setReviewed(true)}>
              {t('inverterSetup.review', { count: devices })}
            </Button>
          </div>
        )}
      </div>
      {isReviewed && (
        <Suspense>
          <SetupReview
            model={model}
            filters={filters}
            devices={devices}
            isAnyAsleep={isAnyAsleep}
            values={requested.map((parameter) => ({ parameter, value: Number(draft[parameter.name]) }))}
            onClose={() => setReviewed(false)}
            onSent={() => {
              setReviewed(false);
              setDraft({});
              onSent();
            }}
          />
        </Suspense>
      )}
      {requested.length > 0 && !isReviewed && <LeaveGuard />}
    </Card>
  );
}

interface ValuesProps {
  parameters: readonly ProductParameter[];
  draft: Readonly<Record<string, Amount>>;
  maySend: boolean;
  onChange: (name: string, value: Amount) => void;
}

function Values({ parameters, draft, maySend, onChange }: ValuesProps) {
  const { t } = useTranslation();
  return (
    <table className={`${classes.table} num`}>
      <caption className="visuallyHidden">{t('inverterSetup.values')}</caption>
      <thead>
        <tr>
          {(['name', 'allowed', 'wanted'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`parameters.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <Row
            key={parameter.name}
            parameter={parameter}
            maySend={maySend}
            requested={draft[parameter.name] ?? ''}
            onChange={(value) => onChange(parameter.name, value)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  parameter: ProductParameter;
  requested: Amount;
  maySend: boolean;
  onChange: (value: Amount) => void;
}

function Row({ parameter, requested, maySend, onChange }: RowProps) {
  const { t } = useTranslation();
  return (
    <tr>
      <NameCell parameter={parameter} />
      <AllowedCell parameter={parameter} />
      <td data-label={t('parameters.wanted')}>
        {maySend && <RequestedInput parameter={parameter} requested={requested} onChange={onChange} />}
      </td>
    </tr>
  );
}
