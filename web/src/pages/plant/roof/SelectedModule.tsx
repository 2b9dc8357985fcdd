// Description of the module selected on a layout: its values, problems with their beginning, place, and the link to its page.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { moduleName, zoneName } from '../../../components/roof/names.ts';
import type { Cell, Zone } from '../../../components/roof/plan.ts';
import classes from '../../../components/roof/roof.module.css';
import { DASH } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
import { ProblemLine } from './ProblemLine.tsx';
import type { ShownModule } from './RoofView.tsx';

interface Props {
  sid: string;
  timeZone: string | undefined;
  module: ShownModule | undefined;
  place: Cell | null;
  zone: Zone | undefined;
  values: readonly { name: string; text: string }[];
}

export function SelectedModule({ sid, timeZone, module, place, zone, values }: Props) {
  const { t } = useTranslation();
  // Once for each selected module: its values change with each report, and many times a second during playback.
  const described = module && [
    moduleName(module),
    ...values.map(({ name, text }) => `${name} ${text === DASH ? t('roof.noData') : text}`),
    ...module.problems.map(({ title }) => title),
  ];
  useAnnounced(described?.join(', ') ?? '', module ? `${module.sn} ${module.input}` : '');
  if (!module || !zone)
    return (
      <div className={classes.about}>
        <span className="muted">
          {t('roof.pointText')} <span className="withKeys">{t('roof.pointKeys')}</span>
        </span>
      </div>
    );
  return (
    <div className={classes.about}>
      <strong>{moduleName(module)}</strong>
      <span className="muted">
        {t('roof.at', { zone: zoneName(zone, t), row: place?.row ?? DASH, column: place?.column ?? DASH })}
      </span>
      {values.map(({ name, text }) => (
        <span key={name} className="num">
          <span className="muted">{name}</span> {text === DASH ? t('roof.noData') : text}
        </span>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        renderRoot={(props) => <Link {...props} {...links.module({ sid, sn: module.sn, input: module.input })} />}
      >
        {t('roof.open')}
      </Button>
      {module.problems.map((problem) => (
        <ProblemLine key={problem.title} problem={problem} timeZone={timeZone} className={classes.aboutProblem} />
      ))}
    </div>
  );
}
