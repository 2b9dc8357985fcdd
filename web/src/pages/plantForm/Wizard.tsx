// A new plant in two steps, kept as a draft until it is made; then the congratulations.
import type { Response } from '@heliograph/contract/calls.ts';
import { newSite } from '@heliograph/contract/entities/site.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/useCall.ts';
import { useKeepsDraft } from '../../components/form/draft.ts';
import { Form, FormFailure } from '../../components/form/Form.tsx';
import { refusedField } from '../../components/form/refused.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useSession } from '../../session/session.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Congratulations } from './Congratulations.tsx';
import { DeviceList } from './DeviceList.tsx';
import { type NewDevice, stateOf, toAdd } from './devices.ts';
import { isWorthKeeping, loadDraft, saveDraft } from './draft.ts';
import classes from './edit.module.css';
import { Resumed } from './Resumed.tsx';
import { SiteGroups } from './SiteGroups.tsx';
import { EMPTY_SITE, GROUP_NAMES, GROUPS, type Group, type SiteForm, wireOf } from './siteForm.ts';
import { useLookups } from './useLookups.ts';
import { REFUSED_AT, useSiteForm } from './useSiteForm.ts';

export function Wizard() {
  const { t } = useTranslation();
  const uid = useSession().info?.uid;
  const [draft, setDraft] = useState(() => loadDraft(uid));
  const [startDevices, setStartDevices] = useState<NewDevice[]>(() => draft?.devices ?? []);
  const [devices, setDevices] = useState(startDevices);
  const [step, setStep] = useState<'plant' | 'devices'>(draft?.step ?? 'plant');
  const [group, setGroup] = useState<Group>(draft?.group ?? 'basics');
  const [made, setMade] = useState<(Response<'site/createFast'> & { siteName: string }) | null>(null);
  const [asksProblem, setAsksProblem] = useState(false);
  const isPhone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const lookups = useLookups(devices.map(({ sn }) => sn));
  const create = useChange('site/createFast', ['site/listWithSN', 'overview/siteStatusCounts', 'device/list/noReg']);
  const isSending = useRef(false);

  const make = async (values: SiteForm, withDevices: boolean) => {
    const sn = withDevices ? devices.map((device) => toAdd(device, lookups.bySn.get(device.sn))) : [];
    const answer = await create.mutateAsync({ ...newSite.parse(wireOf(values)), sn });
    setMade({ ...answer, siteName: values.siteName.trim() });
    saveDraft(uid, null);
  };
  const frame = useSiteForm(draft?.form ?? EMPTY_SITE, true, (values) => make(values, true));
  const { form } = frame;
  const keep = useCallback(
    (values: SiteForm) => {
      if (!isWorthKeeping(values, devices, EMPTY_SITE)) saveDraft(uid, null);
      else saveDraft(uid, { form: values, devices, step, group, savedAtMs: Date.now() });
    },
    [devices, step, group, uid],
  );
  useKeepsDraft(form, made === null ? keep : null);

  const startAnew = () => {
    saveDraft(uid, null);
    setDraft(null);
    form.reset(EMPTY_SITE);
    const none: NewDevice[] = [];
    setStartDevices(none);
    setDevices(none);
    setStep('plant');
    setGroup('basics');
    setMade(null);
    create.reset();
    setAsksProblem(false);
  };
  const at = GROUP_NAMES.indexOf(group);
  const next = async () => {
    const isLast = !isPhone || at === GROUP_NAMES.length - 1;
    if (isPhone && !(await form.trigger([...GROUPS[group]], { shouldFocus: true }))) return;
    if (!isLast) return setGroup(GROUP_NAMES[at + 1]!);
    if (!(await form.trigger(undefined, { shouldFocus: true }))) {
      const faulty = GROUP_NAMES.find((name) => GROUPS[name].some((field) => form.getFieldState(field).invalid));
      if (faulty) setGroup(faulty);
      return;
    }
    setStep('devices');
    window.scrollTo({ top: 0 });
  };
  const back = () => {
    if (step === 'devices') setStep('plant');
    else if (at > 0) setGroup(GROUP_NAMES[at - 1]!);
  };
  const isReady = devices.every((device) => stateOf(device, lookups.bySn.get(device.sn)) === 'ready');
  const send = async (withDevices: boolean) => {
    if (withDevices && !isReady) return setAsksProblem(true);
    if (!(await form.trigger())) return setStep('plant');
    // A second click comes before React has drawn the button as busy.
    if (isSending.current) return;
    isSending.current = true;
    try {
      await make(form.getValues(), withDevices);
    } catch (error) {
      frame.fail(error);
      // A field of the first step is at fault: it is shown there.
      if (refusedField(error, REFUSED_AT)) setStep('plant');
    }
    isSending.current = false;
  };

  if (made) return <Congratulations site={made} onAnother={startAnew} />;
  const phoneNote = isPhone && step === 'plant' ? t('edit.groupOf', { at: at + 1, of: GROUP_NAMES.length }) : null;
  return (
    <div className={classes.page}>
      <PageHeader title={t('edit.newTitle')} />
      <Steps step={step} />
      <div className={classes.notices}>{draft && <Resumed atMs={draft.savedAtMs} onAnew={startAnew} />}</div>
      <Form
        frame={frame}
        className={classes.form}
        onSubmit={() => void (step === 'plant' ? next() : send(true))}
        guard="kept"
        alsoDiffers={devices !== startDevices}
      >
        {step === 'plant' ? (
          <SiteGroups only={isPhone ? group : undefined} />
        ) : (
          <section className={classes.devices} aria-label={t('edit.devices')}>
            <DeviceList devices={devices} lookups={lookups} onChange={setDevices} />
            {asksProblem && !isReady && <Notice kind="error">{t('edit.notReady')}</Notice>}
            <FormFailure failure={frame.failure} />
          </section>
        )}
        <div className={classes.foot}>
          {phoneNote && <span className={`${classes.left} num`}>{phoneNote}</span>}
          {(step === 'devices' || (isPhone && at > 0)) && (
            <Button variant="default" onClick={back}>
              {t('common.back')}
            </Button>
          )}
          {step === 'plant' && <Button type="submit">{t('edit.next')}</Button>}
          {step === 'devices' && devices.length === 0 && (
            <Button loading={create.isPending} onClick={() => void send(false)}>
              {t('edit.createWithout')}
            </Button>
          )}
          {step === 'devices' && devices.length > 0 && (
            <Button type="submit" loading={create.isPending}>
              {t('edit.createWith', { count: devices.length })}
            </Button>
          )}
        </div>
      </Form>
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
