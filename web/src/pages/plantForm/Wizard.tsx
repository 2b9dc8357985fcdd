// The wizard for a new plant: two steps, stored as a draft until the plant is created, then the congratulations.
import type { Response } from '@heliograph/contract/calls.ts';
import { newSite } from '@heliograph/contract/entities/site.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/failures.ts';
import { useStoredDraft } from '../../components/form/draft.ts';
import { Form, FormFailure, RequiredNote } from '../../components/form/Form.tsx';
import { fieldOfError } from '../../components/form/fieldOfError.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { refusedEntry, retry } from '../../offline/browserOutbox.ts';
import { useQueuedChange } from '../../offline/useQueuedChange.ts';
import { waiting as waitingEntries } from '../../offline/waitingList.ts';
import { useSession } from '../../session/session.ts';
import { formBar } from '../../ui/barRef.ts';
import { focusOn } from '../../ui/focus.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Congratulations } from './Congratulations.tsx';
import { DeviceList } from './DeviceList.tsx';
import { areReady, type NewDevice, toAdd } from './devices.ts';
import { type Draft, isWorthSaving, loadDraft, saveDraft } from './draft.ts';
import classes from './edit.module.css';
import { Resumed } from './Resumed.tsx';
import { SiteGroups } from './SiteGroups.tsx';
import { EMPTY_SITE, GROUP_NAMES, GROUPS, type Group, type SiteField, type SiteForm, wireOf } from './siteForm.ts';
import { type Lookups, useLookups } from './useLookups.ts';
import { REFUSED_AT, useSiteForm } from './useSiteForm.ts';
import { WaitingPlant } from './WaitingPlant.tsx';

/** An owner creates plants for themselves only. */
const OF_OTHERS: readonly SiteField[] = ['userEmail'];
const NONE: readonly SiteField[] = [];

type NewSite = Response<'site/createFast'> & { siteName: string; ownerEmail: string };

/** `waiting`: number of a plant that was refused after waiting for a connection, to be corrected. */
export function Wizard({ waiting: opened }: { waiting?: number | undefined }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const uid = info?.uid;
  const [waiting, setWaiting] = useState(opened);
  const [draft, setDraft] = useState(() => loadDraft(uid, waiting));
  const [startDevices, setStartDevices] = useState<NewDevice[]>(() => draft?.devices ?? []);
  const [devices, setDevices] = useState(startDevices);
  const [created, setCreated] = useState<NewSite | null>(null);
  const [queuedSid, setQueuedSid] = useState<string | null>(null);
  const [showsNotReady, setShowsNotReady] = useState(false);
  const isPhone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const lookups = useLookups(devices.map(({ sn }) => sn));
  const creation = useCreation(devices, lookups, waiting, (site) => {
    if (typeof site === 'string') setQueuedSid(site);
    else setCreated(site);
    saveDraft(uid, null, waiting);
  });
  const frame = useSiteForm(draft?.form ?? EMPTY_SITE, true, (values) => creation.create(values, true));
  const { form } = frame;
  const steps = useSteps(form, isPhone, draft);
  const { step, setStep, group } = steps;
  useDraftStorage(form, uid, waiting, created !== null || queuedSid !== null, { devices, step, group });

  const startOver = () => {
    saveDraft(uid, null, waiting);
    setDraft(null);
    form.reset(EMPTY_SITE);
    const none: NewDevice[] = [];
    setStartDevices(none);
    setDevices(none);
    steps.reset();
    setCreated(null);
    setQueuedSid(null);
    setWaiting(undefined);
    creation.reset();
    setShowsNotReady(false);
  };
  const send = async (withDevices: boolean) => {
    if (withDevices && !creation.isReady) return setShowsNotReady(true);
    if (!(await form.trigger())) return setStep('plant');
    try {
      await creation.createOnce(form.getValues(), withDevices);
    } catch (error) {
      frame.fail(error);
      // The error belongs to a field of the first step and is shown there.
      if (fieldOfError(error, REFUSED_AT)) setStep('plant');
    }
  };

  if (queuedSid !== null) return <WaitingPlant sid={queuedSid} onAnother={startOver} />;
  if (created) return <Congratulations site={created} onAnother={startOver} />;
  return (
    <div className={classes.page}>
      <PageHeader title={t('edit.newTitle')} />
      <Steps step={step} />
      <div className={classes.notices}>{draft && <Resumed atMs={draft.savedAtMs} onStartOver={startOver} />}</div>
      <Form
        frame={frame}
        className={classes.form}
        onSubmit={() => void (step === 'plant' ? steps.next() : send(true))}
        guard="kept"
        hasOtherChanges={devices !== startDevices}
      >
        {step === 'plant' ? (
          <SiteGroups only={isPhone ? group : undefined} hidden={info?.scope === 'own' ? OF_OTHERS : NONE} />
        ) : (
          <section className={classes.devices} aria-label={t('edit.devices')}>
            <DeviceList devices={devices} lookups={lookups} onChange={setDevices} />
            {showsNotReady && !creation.isReady && <Notice kind="error">{t('edit.notReady')}</Notice>}
            <FormFailure failure={frame.failure} />
          </section>
        )}
        <Foot
          steps={steps}
          isPhone={isPhone}
          devices={devices.length}
          isBusy={creation.isBusy}
          onCreate={() => void send(false)}
        />
      </Form>
    </div>
  );
}

/** Stores the draft in this browser until the plant is created. */
function useDraftStorage(
  form: UseFormReturn<SiteForm>,
  uid: number | undefined,
  waiting: number | undefined,
  isCreated: boolean,
  { devices, step, group }: Pick<Draft, 'devices' | 'step' | 'group'>,
) {
  const store = useCallback(
    (values: SiteForm) => {
      if (!isWorthSaving(values, devices, EMPTY_SITE)) saveDraft(uid, null, waiting);
      else saveDraft(uid, { form: values, devices, step, group, savedAtMs: Date.now() }, waiting);
    },
    [devices, step, group, uid, waiting],
  );
  useStoredDraft(form, isCreated ? null : store);
}

/** `onCreated` gets the local id of a plant that waits for a connection. */
function useCreation(
  devices: readonly NewDevice[],
  lookups: Lookups,
  waiting: number | undefined,
  onCreated: (site: NewSite | string) => void,
) {
  const { t } = useTranslation();
  const draft = useRef<Draft>(null);
  const call = useQueuedChange(
    'site/createFast',
    ({ siteName }) => siteName,
    () => draft.current,
  );
  const isSending = useRef(false);
  const create = async (values: SiteForm, withDevices: boolean) => {
    const sn = withDevices ? devices.map((device) => toAdd(device, lookups.bySn.get(device.sn))) : [];
    const body = { ...newSite.parse(wireOf(values)), sn };
    const sent = withDevices ? [...devices] : [];
    draft.current = { form: values, devices: sent, step: 'plant', group: 'basics', savedAtMs: Date.now() };
    if (waiting !== undefined) {
      const entry = await refusedEntry(waiting);
      if (!entry) throw new ApiError(0, t('edit.plantGone'));
      await retry(entry, body, draft.current);
      return onCreated(entry.sid);
    }
    const result = await call.mutateAsync(body);
    if (!result) return onCreated(waitingEntries().findLast(({ path }) => path === 'site/createFast')?.sid ?? '');
    onCreated({ ...result, siteName: values.siteName.trim(), ownerEmail: values.userEmail.trim() });
  };
  return {
    create,
    /** Ignores a second click that arrives before React has disabled the button. */
    createOnce: async (values: SiteForm, withDevices: boolean) => {
      if (isSending.current) return;
      isSending.current = true;
      try {
        await create(values, withDevices);
      } finally {
        isSending.current = false;
      }
    },
    isReady: areReady(devices, lookups),
    isBusy: call.isPending,
    reset: call.reset,
  };
}

/** Returns the step of the wizard and, on a phone, the group of fields shown in its first step. */
function useSteps(form: UseFormReturn<SiteForm>, isPhone: boolean, start: Pick<Draft, 'step' | 'group'> | null) {
  const [step, setStep] = useState<'plant' | 'devices'>(start?.step ?? 'plant');
  const [group, setGroup] = useState<Group>(start?.group ?? 'basics');
  const at = GROUP_NAMES.indexOf(group);
  const focusedStep = useRef(`${step} ${group}`);
  useEffect(() => {
    if (focusedStep.current === `${step} ${group}`) return;
    focusedStep.current = `${step} ${group}`;
    // Its name is spoken, and the next tab stop is its first field.
    const section = document.querySelector<HTMLElement>('main form section');
    if (section) focusOn(section);
  }, [step, group]);
  const next = async () => {
    if (isPhone && !(await form.trigger([...GROUPS[group]], { shouldFocus: true }))) return;
    const nextGroup = isPhone ? GROUP_NAMES[at + 1] : undefined;
    if (nextGroup) return setGroup(nextGroup);
    if (!(await form.trigger(undefined, { shouldFocus: true }))) {
      const invalidGroup = GROUP_NAMES.find((name) => GROUPS[name].some((field) => form.getFieldState(field).invalid));
      if (invalidGroup) setGroup(invalidGroup);
      return;
    }
    setStep('devices');
    window.scrollTo({ top: 0 });
  };
  const back = () => {
    const previous = GROUP_NAMES[at - 1];
    if (step === 'devices') setStep('plant');
    else if (previous) setGroup(previous);
  };
  const reset = () => {
    setStep('plant');
    setGroup('basics');
  };
  return { step, setStep, group, at, next, back, reset };
}

interface FootProps {
  steps: ReturnType<typeof useSteps>;
  isPhone: boolean;
  /** Number of devices. */
  devices: number;
  isBusy: boolean;
  /** Creates the plant without devices. */
  onCreate: () => void;
}

function Foot({ steps, isPhone, devices, isBusy, onCreate }: FootProps) {
  const { t } = useTranslation();
  const { step, at } = steps;
  const phoneNote = isPhone && step === 'plant' ? t('edit.groupOf', { at: at + 1, of: GROUP_NAMES.length }) : null;
  return (
    <div ref={formBar} className={classes.foot}>
      {step === 'plant' && (
        <div className={classes.left}>
          <RequiredNote />
          {phoneNote && <span className="num">{phoneNote}</span>}
        </div>
      )}
      {(step === 'devices' || (isPhone && at > 0)) && (
        <Button variant="default" onClick={steps.back}>
          {t('edit.previousStep')}
        </Button>
      )}
      {step === 'plant' && <Button type="submit">{t('edit.next')}</Button>}
      {step === 'devices' && devices === 0 && (
        <Button loading={isBusy} onClick={onCreate}>
          {t('edit.createWithout')}
        </Button>
      )}
      {step === 'devices' && devices > 0 && (
        <Button type="submit" loading={isBusy}>
          {t('edit.createWith', { count: devices })}
        </Button>
      )}
    </div>
  );
}

function Steps({ step }: { step: 'plant' | 'devices' }) {
  const { t } = useTranslation();
  const isPlant = step === 'plant';
  return (
    <ol className={classes.steps}>
      <li data-number="1" aria-current={isPlant ? 'step' : undefined} data-done={!isPlant || undefined}>
        {t('edit.stepPlant')}
      </li>
      <li data-number="2" aria-current={isPlant ? undefined : 'step'}>
        {t('edit.stepDevices')}
      </li>
    </ol>
  );
}
