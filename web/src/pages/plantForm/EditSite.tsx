// Edits an existing plant in one page with the form of the wizard. Only changed fields are sent; a conflict with another user's change is shown.
import type { Response } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';
import { post } from '../../api/post.ts';
import { useChange } from '../../api/useCall.ts';
import { Form, FormFailure, RequiredNote } from '../../components/form/Form.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { DeleteSite } from '../../components/plant/DeleteSite.tsx';
import { addTexts } from '../../i18n/start.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { formBar } from '../../ui/barRef.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { toastDone, toastInfo } from '../../ui/toast.tsx';
import classes from './edit.module.css';
import { SitePrices } from './prices/SitePrices.tsx';
import { SiteDevices } from './SiteDevices.tsx';
import { SiteGroups } from './SiteGroups.tsx';
import { SitePictures } from './SitePictures.tsx';
import { changedFields, formOf, hiddenFields, rebaseForm } from './siteForm.ts';
import { useSiteForm } from './useSiteForm.ts';

type Detail = Response<'site/detail'>;

const SiteModules = lazyPart(async () => {
  const [file] = await Promise.all([import('./modules/SiteModules.tsx'), addTexts(['modules', 'device'])]);
  return file;
});

const SiteAccess = lazyPart(async () => {
  const [file] = await Promise.all([import('./access/SiteAccess.tsx'), addTexts(['access'])]);
  return file;
});

const JoinCard = lazyPart(async () => {
  const [file] = await Promise.all([import('../../components/joining/JoinCard.tsx'), addTexts(['joining'])]);
  return file;
});

/** `at`: shows only who has access, with the focus on guests, or only the public links. */
export function EditSite({ detail, at }: { detail: Detail; at?: 'shareWith' | 'publicLinks' | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const showsMoney = usePermission('SiteMoney');
  const showsDevices = usePermission('SiteDevices');
  const [isConfirmingDelete, setConfirmingDelete] = useState(false);
  const editing = useEditing(detail, showsMoney);
  const { form, version, setVersion, rebaseOnTheirs } = editing;
  useEffect(() => {
    if (at === 'shareWith' && detail.rights.update) form.setFocus(at);
  }, [at, detail.rights.update, form]);
  const hidden = hiddenFields(showsMoney, {
    isByHour: detail.priceKind === 'timeOfUse',
    mayNameOwner: detail.mayNameOwner,
  });
  const sources = { usual: detail.usualSources, newer: detail.newerSources };
  const access = (
    <Suspense fallback={<RowSkeletons rows={2} />}>
      <SiteAccess
        sid={detail.sid}
        timeZone={detail.timezone}
        onlyPublicLinks={at === 'publicLinks'}
        onAssignmentEnded={() => void rebaseOnTheirs()}
      />
    </Suspense>
  );
  const requests = detail.rights.update && <Requests sid={detail.sid} onAccepted={() => void rebaseOnTheirs()} />;
  if (at && detail.rights.update) {
    return (
      <div className={classes.edit}>
        <PageHeader title={detail.siteName} facts={detail.sid} backTo={links.siteDetail(detail.sid)}>
          <Button variant="default" renderRoot={(props) => <Link {...props} {...links.siteEdit(detail.sid)} />}>
            {t('edit.allSettings')}
          </Button>
        </PageHeader>
        {at === 'shareWith' && requests}
        {at === 'shareWith' && (
          <Form frame={editing.frame} className={classes.form} guard="lost">
            <SiteGroups only="people" hidden={hidden} sources={sources} />
            <Foot editing={editing} />
          </Form>
        )}
        {access}
      </div>
    );
  }
  return (
    <div className={classes.edit}>
      <PageHeader title={detail.siteName} facts={detail.sid} backTo={links.siteDetail(detail.sid)}>
        {detail.rights.delete && (
          <MoreMenu
            actions={[
              {
                label: t('common.delete'),
                icon: <IconTrash size={18} stroke={1.75} aria-hidden />,
                isDangerous: true,
                onClick: () => setConfirmingDelete(true),
              },
            ]}
          />
        )}
      </PageHeader>
      {requests}
      <div className={detail.rights.update && showsDevices ? classes.sideBySide : undefined}>
        {detail.rights.update && (
          <Form frame={editing.frame} className={classes.form} guard="lost">
            <SiteGroups hidden={hidden} sources={sources} />
            <Foot editing={editing} />
          </Form>
        )}
        {showsDevices && (
          <SiteDevices sid={detail.sid} version={version} onVersion={setVersion} rights={detail.rights} />
        )}
      </div>
      {showsDevices && (
        <Suspense fallback={<RowSkeletons rows={4} />}>
          <SiteModules sid={detail.sid} mayChange={detail.rights.update} />
        </Suspense>
      )}
      {showsMoney && <SitePrices sid={detail.sid} mayChange={detail.rights.update} onVersion={setVersion} />}
      <SitePictures sid={detail.sid} mayChange={detail.rights.update} />
      {detail.rights.update && access}
      <DeleteSite
        site={isConfirmingDelete ? detail : null}
        onClose={() => setConfirmingDelete(false)}
        onDeleted={() => {
          editing.undo();
          return navigate({ ...links.sites(), replace: true, ignoreBlocker: true });
        }}
      />
    </div>
  );
}

/** Accepting a request changes the plant that the form is based on. */
function Requests(props: { sid: string; onAccepted: () => void }) {
  return (
    <Suspense fallback={null}>
      <JoinCard {...props} />
    </Suspense>
  );
}

/** Returns the form of a plant, the version it is based on, and the state of a conflict with another user's change. */
function useEditing(detail: Detail, showsMoney: boolean) {
  const { t } = useTranslation();
  /** The plant as loaded or last saved; only fields that differ from it are sent. */
  const [base, setBase] = useState(() => formOf(detail));
  const [version, setVersion] = useState(detail.version);
  const change = useChange('site/updateFast', [
    ...(['site/listWithSN', 'site/detail', 'site/overview', 'site/offers'] as const),
  ]);
  const [problem, setProblem] = useState<'none' | 'changedByOther' | 'rebased'>('none');
  const frame = useSiteForm(base, showsMoney, async (values) => {
    const changed = changedFields(base, values);
    if (Object.keys(changed).length === 0) return toastInfo(t('edit.nothingChanged'));
    try {
      const result = await change.mutateAsync({ sid: detail.sid, version, ...changed });
      setVersion(result.version);
      setBase(values);
      form.reset(values);
      setProblem('none');
      toastDone(t('saved.modified'));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== ERROR_CODES.siteHasChanged) throw error;
      setProblem('changedByOther');
    }
  });
  const { form } = frame;
  const rebaseOnTheirs = async () => {
    try {
      const latest = await post('site/detail', { sid: detail.sid });
      const hadChanges = form.formState.isDirty;
      const theirs = formOf(latest);
      const mine = rebaseForm(base, form.getValues(), theirs);
      setBase(theirs);
      setVersion(latest.version);
      // Their values become the defaults that changes are measured against, while the user's own values are displayed.
      form.reset(theirs);
      form.reset(mine, { keepDefaultValues: true });
      setProblem(hadChanges ? 'rebased' : 'none');
    } catch (error) {
      frame.fail(error);
    }
  };
  return { frame, form, version, setVersion, problem, rebaseOnTheirs, undo: () => form.reset(base) };
}

function Foot({ editing }: { editing: ReturnType<typeof useEditing> }) {
  const { t } = useTranslation();
  const { form, problem, rebaseOnTheirs } = editing;
  return (
    <div ref={formBar} className={classes.foot}>
      <div className={classes.left}>
        <RequiredNote />
        <FormFailure failure={editing.frame.failure} />
        {problem === 'changedByOther' && (
          <Notice kind="warning">
            {t('edit.changedByOther')}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void rebaseOnTheirs()}>
              {t('edit.takeTheirs')}
            </Button>
          </Notice>
        )}
        {problem === 'rebased' && <Notice kind="ok">{t('edit.rebased')}</Notice>}
      </div>
      <Button variant="default" disabled={!form.formState.isDirty} onClick={editing.undo}>
        {t('edit.undo')}
      </Button>
      <Button type="submit" loading={form.formState.isSubmitting}>
        {t('common.save')}
      </Button>
    </div>
  );
}
