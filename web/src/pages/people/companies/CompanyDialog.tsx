// Creates a company below another one and invites its manager; or renames a company, changes its kind or moves it.
import { userCompanyCreate } from '@heliograph/contract/calls/user/company/create.ts';
import { MADE_KINDS } from '@heliograph/contract/companies.ts';
import { SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../../api/useCall.ts';
import { portal } from '../../../brand/portal.ts';
import { contractRules } from '../../../components/form/contractRules.ts';
import { Form, FormEnd } from '../../../components/form/Form.tsx';
import type { FieldOfError } from '../../../components/form/fieldOfError.ts';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormFrame } from '../../../components/form/useFormFrame.ts';
import { usePermission, useSession } from '../../../session/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toastDone } from '../../../ui/toast.tsx';
import { CompanyField } from '../CompanyField.tsx';
import { InvitationLink } from '../InvitationLink.tsx';
import { COMPANIES, type CompanyRow } from './companyList.ts';

type CompanyForm = {
  companyName: string;
  kind: string;
  distributorCompanyId: string;
  managerEmail: string;
  managerName: string;
  brandId: string;
};
const EMPTY: CompanyForm = {
  companyName: '',
  kind: '',
  distributorCompanyId: '',
  managerEmail: '',
  managerName: '',
  brandId: '',
};
const rules = contractRules<CompanyForm>(userCompanyCreate.request, {
  empty: EMPTY,
  wireOf: (form) => ({ ...form, managerEmail: form.managerEmail.trim() }),
});
const REFUSED_AT: FieldOfError<CompanyForm> = {
  companyNotFound: 'distributorCompanyId',
  companyCycle: 'distributorCompanyId',
  companyKind: 'kind',
  roleNotAssignable: 'managerEmail',
};
const { TextField, ChoiceField } = fieldsOf<CompanyForm>();

/** Edits the company `row`, or creates one without it. */
export default function CompanyDialog({ row, onClose }: { row?: CompanyRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { info } = useSession();
  const mayChooseBrand = usePermission('Brands');
  const create = useChange('user/company/create', COMPANIES);
  const update = useChange('user/company/update', COMPANIES);
  const [created, setCreated] = useState<{ email: string; link: string } | null>(null);
  const frame = useFormFrame<CompanyForm>({
    start: row
      ? {
          companyName: row.companyName,
          kind: row.kind,
          managerEmail: '',
          managerName: '',
          distributorCompanyId: String(row.distributorCompanyId),
          brandId: String(row.brandId),
        }
      : { ...EMPTY, distributorCompanyId: String(info?.companyId ?? '') },
    rules,
    refusedAt: REFUSED_AT,
    send: async ({ companyName, kind: chosen, managerEmail, managerName, brandId, ...form }) => {
      const kind = MADE_KINDS.find((each) => each === chosen)!;
      const distributorCompanyId = Number(form.distributorCompanyId);
      const brand = row && Number(brandId) !== row.brandId ? { brandId: Number(brandId) } : {};
      if (row) await update.mutateAsync({ id: row.id, companyName, kind, distributorCompanyId, ...brand });
      else {
        const manager = { managerEmail: managerEmail.trim(), managerName };
        const { link } = await create.mutateAsync({ companyName, kind, distributorCompanyId, ...manager });
        if (link !== null) return setCreated({ email: manager.managerEmail, link });
      }
      toastDone(t('saved.saved'));
      onClose();
    },
  });
  if (created) return <InvitationLink {...created} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={row ? row.companyName : t('people.newCompany')} size={600}>
      <Form frame={frame}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextField name="companyName" label={t('people.companyName')} />
            <ChoiceField
              name="kind"
              label={t('people.kindTitle')}
              choices={MADE_KINDS.map((kind) => ({ value: kind, label: t(`people.kind.${kind}`) }))}
            />
          </SimpleGrid>
          <CompanyField
            name="distributorCompanyId"
            label={t('people.above')}
            description={t(row ? 'people.aboveMoveText' : 'people.aboveText')}
            {...(row ? { excludedId: row.id } : {})}
          />
          {row && mayChooseBrand && <BrandField />}
          {!row && (
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextField
                name="managerEmail"
                label={t('people.managerEmail')}
                type="email"
                description={t(portal.sendsMail ? 'people.managerText' : 'people.noMail')}
              />
              <TextField name="managerName" label={t('people.managerName')} />
            </SimpleGrid>
          )}
          <FormEnd frame={frame} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  );
}

/** The brand of the company: one of the fourteen, or the portal's default whichever it is. */
function BrandField() {
  const { t } = useTranslation();
  const brands = useCall('brand/list', {}).data?.list ?? [];
  const standard = brands.find(({ isDefault }) => isDefault)?.name ?? '';
  return (
    <ChoiceField
      name="brandId"
      label={t('people.brand')}
      description={t('people.brandText')}
      choices={brands.map(({ id, name }) => ({
        value: String(id),
        label: id === 0 ? t('people.brandDefault', { brand: standard }) : name,
      }))}
    />
  );
}
