// A layout that waits for a connection: drawn, and after someone else's change beside the stored one, with the choice between them.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { Button, Group, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { post } from '../../api/post.ts';
import { queryClient } from '../../api/useCall.ts';
import { RoofSketch } from '../../components/roof/RoofSketch.tsx';
import { whenText } from '../../format/times.ts';
import { discard, retry } from '../../offline/browserOutbox.ts';
import type { Entry } from '../../offline/outbox.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type Draft, differencesOf, draftOf, requestOf } from './draft.ts';
import classes from './layout.module.css';

type Zones = Draft['zones'];
const countOf = (zones: Zones): number => zones.reduce((sum, { modules }) => sum + modules.length, 0);

export default function WaitingRoof({ entry }: { entry: Entry }) {
  const { zones } = entry.body as ParsedRequest<'site/updateLayoutInfo'>;
  return entry.state === 'conflict' ? <BothRoofs entry={entry} /> : <Roof zones={zones} />;
}

/** `other`: modules that are not at the same position there are highlighted. */
function Roof({ zones, other }: { zones: Zones; other?: Zones | undefined }) {
  const { t } = useTranslation();
  const label = t('roof.sketch', { count: countOf(zones) });
  return (
    <figure className={classes.sketch}>
      <RoofSketch zones={zones} other={other} label={label} />
      <figcaption className="muted num">{label}</figcaption>
    </figure>
  );
}

function BothRoofs({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { sid } = entry;
  const mine = entry.body as ParsedRequest<'site/updateLayoutInfo'>;
  const stored = useQuery(
    { queryKey: ['storedRoof', entry.seq, entry.key], queryFn: () => post('site/layoutInfo', { sid }) },
    queryClient,
  );
  const layout = stored.data;
  const theirs = layout && draftOf(layout);
  const draft = theirs && draftFrom(mine, theirs);
  const useMine = () => {
    if (layout && draft) void retry(entry, { version: layout.version, ...requestOf(draft, layout.modules) });
  };
  return (
    <>
      <Notice kind="warning">{t('waiting.conflict')}</Notice>
      <SimpleGrid cols={2}>
        <div>
          <h3 className={classes.sketchTitle}>{t('waiting.stored')}</h3>
          {stored.error && <Notice kind="error">{messageOf(stored.error, t)}</Notice>}
          {layout && <Roof zones={layout.zones} other={mine.zones} />}
          {layout?.changedIso && (
            <p className="muted num">
              {layout.changedBy}, {whenText(Date.parse(layout.changedIso), Date.now())}
            </p>
          )}
        </div>
        <div>
          <h3 className={classes.sketchTitle}>{t('waiting.mine')}</h3>
          <Roof zones={mine.zones} other={layout?.zones} />
          <p className="muted num">{whenText(entry.at, Date.now())}</p>
        </div>
      </SimpleGrid>
      {theirs && draft && <p>{t('roof.differs', { what: differencesOf(theirs, draft, t) })}</p>}
      <Group gap="xs">
        <Button size="xs" disabled={!layout} onClick={useMine}>
          {t('waiting.useMine')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void discard(entry)}>
          {t('waiting.keepStored')}
        </Button>
      </Group>
    </>
  );
}

/** Returns the draft of a request; of its photo only the name and the position are known. */
function draftFrom({ zones, layoutScale, photo }: ParsedRequest<'site/updateLayoutInfo'>, theirs: Draft): Draft {
  const placed = photo && {
    path: '',
    width: 0,
    height: 0,
    ...(photo.name === theirs.photo?.name && theirs.photo),
    ...photo,
  };
  return { zones, photoScale: layoutScale ?? theirs.photoScale, photo: placed ?? null };
}
