// Dialog with what is known of both sides of an ownership claim; the administrator accepts or rejects it.
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../api/failures.ts';
import { download } from '../../../../api/post.ts';
import { useChange } from '../../../../api/useCall.ts';
import { saveFile } from '../../../../components/csv.ts';
import { DayInput } from '../../../../components/DayInput.tsx';
import { ReasonField } from '../../../../components/ReasonField.tsx';
import { full } from '../../../../format/numbers.ts';
import { dateOf, dateTime } from '../../../../format/times.ts';
import { links } from '../../../../links.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { toastDone, toastFailed } from '../../../../ui/toast.tsx';
import type { OpenClaim } from './OpenClaims.tsx';
import classes from './ownership.module.css';

type Answer = NonNullable<NonNullable<OpenClaim['holder']>['answer']>;
type HistoryChoice = 'all' | 'since' | 'none';

const INVALIDATED = ['product/sn/ownership', 'product/sn/list', 'device/list', 'site/listWithSN'] as const;
const MAX_ANSWER = 1000;

export function DecideDialog({ claim, onClose }: { claim: OpenClaim; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, sn, holder } = claim;
  const decide = useChange('product/sn/ownership/decide', INVALIDATED);
  const [text, setText] = useState('');
  const [history, setHistory] = useState<HistoryChoice>('all');
  const [since, setSince] = useState('');
  const answer = (accepts: boolean) =>
    decide.mutate(
      {
        id,
        accepts,
        text,
        ...(accepts && history === 'none' && { withoutHistory: true }),
        ...(accepts && history === 'since' && { since }),
      },
      {
        onSuccess: () => {
          toastDone(t(accepts ? 'ownership.accepted' : 'ownership.rejected', { sn }));
          onClose();
        },
      },
    );
  return (
    <Dialog opened onClose={onClose} title={t('ownership.reviewTitle', { sn })} size={760}>
      <Stack gap="md">
        <Facts claim={claim} />
        <Proofs id={id} side="claimant" proofs={claim.proofs} />
        {holder?.answer && <Proofs id={id} side="holder" proofs={holder.answer.proofs} />}
        <Unanswered claim={claim} />
        {holder && (
          <Stack gap="xs">
            <b>{t('ownership.history')}</b>
            <SegmentedControl
              aria-label={t('ownership.history')}
              value={history}
              onChange={(chosen) => setHistory(chosen as HistoryChoice)}
              data={(['all', 'since', 'none'] as const).map((value) => ({
                value,
                label: t(`ownership.historyOf.${value}`),
              }))}
            />
            {history === 'since' && (
              <DayInput label={t('ownership.firstDay')} value={since} onChange={setSince} withAsterisk />
            )}
            <p className="muted">{t('ownership.historyText')}</p>
          </Stack>
        )}
        <ReasonField
          label={t('ownership.answer')}
          description={t('ownership.answerText')}
          value={text}
          onChange={setText}
          maxLength={MAX_ANSWER}
        />
        {decide.error && <Notice kind="error">{messageOf(decide.error, t)}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" color="red" loading={decide.isPending} onClick={() => answer(false)}>
            {t('ownership.reject')}
          </Button>
          <Button
            loading={decide.isPending}
            disabled={history === 'since' && since === ''}
            onClick={() => answer(true)}
          >
            {t(holder && holder.sid !== claim.claimant.sid ? 'ownership.acceptMove' : 'ownership.accept')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Facts({ claim }: { claim: OpenClaim }) {
  const { t } = useTranslation();
  const { claimant, holder, firstSeenIso, lastSeenIso, network, stockCompany, isRestricted, withheld } = claim;
  const isSame = holder?.sid === claimant.sid;
  const facts: [label: string, value: ReactNode][] = [
    [
      t('ownership.claimant'),
      <>
        <Link {...links.siteDetail(claimant.sid)}>{claimant.siteName}</Link>
        {`, ${claimant.companyName}, ${claimant.email}`} (
        {t(claimant.isConfirmed ? 'ownership.confirmed' : 'ownership.unconfirmed')})
      </>,
    ],
    [t('ownership.reason'), `${t(`ownership.kinds.${claim.kind}`)}: ${claim.reason}`],
    [
      t('ownership.holder'),
      holder ? (
        <>
          <Link {...links.siteDetail(holder.sid)}>{holder.siteName}</Link>
          {`, ${holder.companyName}`}
          {isSame && ` (${t('ownership.same')})`}
        </>
      ) : (
        t('ownership.noHolder')
      ),
    ],
    ...(holder?.answer ? [[t('ownership.holderAnswer'), answerText(holder.answer, t)] as [string, string]] : []),
    ...(holder ? [[t('ownership.since'), holder.sinceIso ? dateTime(holder.sinceIso) : '–'] as [string, string]] : []),
    [t('ownership.firstSeen'), firstSeenIso ? dateTime(firstSeenIso) : '–'],
    [t('ownership.lastSeen'), lastSeenIso ? dateTime(lastSeenIso) : '–'],
    [t('ownership.network'), network || '–'],
    [t('ownership.stock'), stockCompany || '–'],
    ...(holder && holder.attached > 0 ? [[t('ownership.attached'), full(holder.attached, 0)] as [string, string]] : []),
    ...(withheld > 0 ? [[t('ownership.withheldReports'), full(withheld, 0)] as [string, string]] : []),
  ];
  return (
    <>
      {isRestricted && <Notice kind="warning">{t('ownership.restricted')}</Notice>}
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function answerText({ agrees, text }: Answer, t: TFunction): string {
  const words = t(agrees ? 'ownership.holderAgrees' : 'ownership.holderDisagrees');
  return text === '' ? words : `${words} ${text}`;
}

/** The plant that has the number still has time to answer, or has not been asked yet. */
function Unanswered({ claim: { holder, claimant } }: { claim: OpenClaim }) {
  const { t } = useTranslation();
  if (!holder || holder.sid === claimant.sid || holder.answer) return null;
  return (
    <Notice kind="info">
      {holder.answerUntilIso
        ? t('ownership.unanswered', { asked: dateOf(holder.askedIso ?? ''), until: dateOf(holder.answerUntilIso) })
        : t('ownership.notAsked')}
    </Notice>
  );
}

interface ProofsProps {
  id: string;
  side: 'claimant' | 'holder';
  proofs: OpenClaim['proofs'];
}

const NAMES = {
  claimant: { 'application/pdf': 'ownership.pdf', 'image/webp': 'ownership.picture' },
  holder: { 'application/pdf': 'ownership.holderPdf', 'image/webp': 'ownership.holderPicture' },
} as const;

function Proofs({ id, side, proofs }: ProofsProps) {
  const { t } = useTranslation();
  const load = useMutation({
    mutationFn: (position: number) => download('product/sn/ownership/proof', { id, position, side }),
    networkMode: 'always',
    onSuccess: ({ name, content }) => saveFile(content, name || 'proof'),
    onError: (error) => toastFailed(messageOf(error, t)),
  });
  return (
    <Group gap="xs">
      {proofs.map((type, position) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: files are named by their position
          key={position}
          variant="default"
          size="xs"
          loading={load.isPending && load.variables === position}
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => load.mutate(position)}
        >
          {t(NAMES[side][type], { number: position + 1 })}
        </Button>
      ))}
    </Group>
  );
}
