// Marks figures that are wrong while a measurement is known to be wrong, and links each to the check that repairs it.
import type { Doubtful } from '@heliograph/contract/entities/problem.ts';
import type { DoubtfulFigure } from '@heliograph/contract/events.ts';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import parts from '../parts.module.css';
import { SEVERITY_ICONS } from '../severity.tsx';

interface Doubts {
  /** '': the figures are not those of a plant. */
  sid: string;
  list: Doubtful;
}

const DoubtsContext = createContext<Doubts>({ sid: '', list: [] });

/** Provides the doubtful figures of a plant to the marks inside. */
export function DoubtfulFigures({ sid, list, children }: Doubts & { children: ReactNode }) {
  return <DoubtsContext value={{ sid, list }}>{children}</DoubtsContext>;
}

const FLOWS = {
  PVPanel: 'production',
  production: 'production',
  home: 'home',
  measuredHome: 'home',
  unmeasured: 'home',
  grid: 'grid',
  fromGrid: 'grid',
  toGrid: 'grid',
  battery: 'battery',
  charge: 'battery',
  discharge: 'battery',
  ownUse: 'home',
} as const satisfies Record<string, DoubtfulFigure>;

/** Returns the figure that a flow belongs to; a generator is measured by itself. */
export const figureOfFlow = (flow: string): DoubtfulFigure[] =>
  flow in FLOWS ? [FLOWS[flow as keyof typeof FLOWS]] : [];

/** Returns the titles of the problems that make one of these figures doubtful. */
export function useDoubts(figures: readonly DoubtfulFigure[]): string[] {
  const { list } = useContext(DoubtsContext);
  return [...new Set(list.filter(({ figure }) => figures.includes(figure)).map(({ title }) => title))];
}

/** The mark after a label, separated from it by a space. */
export function DoubtfulMark({ figures, about }: { figures: readonly DoubtfulFigure[]; about: string }) {
  const { t } = useTranslation();
  const titles = useDoubts(figures);
  const Icon = SEVERITY_ICONS.warning;
  if (titles.length === 0) return null;
  return (
    <>
      {' '}
      <details className={`${parts.info} ${parts.doubtful}`} name="info">
        <summary aria-label={t('doubtful.about', { what: about })} title={t('doubtful.about', { what: about })}>
          <Icon size={14} stroke={2} aria-hidden />
        </summary>
        <div>
          {t('doubtful.text', { problems: titles.join(', ') })}
          <span className="noPrint">
            <SetUpLink />
          </span>
        </div>
      </details>
    </>
  );
}

const LINES: Readonly<Record<string, DoubtfulFigure>> = {
  Production: 'production',
  'AC Power': 'production',
  Power: 'production',
  Consumption: 'home',
  'Load Power': 'home',
  'Grid Power': 'grid',
  'Battery Power': 'battery',
};

/** Names of the lines of a chart that are doubtful, each with its mark; a wrong clock makes all of them doubtful. */
export function DoubtfulLines({ lines }: { lines: readonly { name: string; label: string }[] }) {
  return lines.map(({ name, label }) => <DoubtfulLine key={name} label={label} figure={LINES[name]} />);
}

function DoubtfulLine({ label, figure }: { label: string; figure: DoubtfulFigure | undefined }) {
  const figures: DoubtfulFigure[] = figure ? [figure, 'hours'] : ['hours'];
  if (useDoubts(figures).length === 0) return null;
  return (
    <span>
      {label}
      <DoubtfulMark figures={figures} about={label} />
    </span>
  );
}

/** The mark in the head of a table's column: without an explanation that would cover its cells. */
export function DoubtfulColumn({ figures, about }: { figures: readonly DoubtfulFigure[]; about: string }) {
  const { t } = useTranslation();
  const titles = useDoubts(figures);
  const Icon = SEVERITY_ICONS.warning;
  if (titles.length === 0) return null;
  return (
    <span className={parts.doubtfulColumn} title={t('doubtful.text', { problems: titles.join(', ') })}>
      <Icon size={14} stroke={2} role="img" aria-label={t('doubtful.about', { what: about })} />
    </span>
  );
}

/** Link after a sentence to the plant's set-up check, where a sign is reversed with one button. */
export function SetUpLink() {
  const { t } = useTranslation();
  const { sid } = useContext(DoubtsContext);
  const seesDevices = usePermission('SiteDevices');
  if (sid === '' || !seesDevices) return null;
  return (
    <>
      {' '}
      <Link {...links.siteDetail(sid, { view: 'setUp' })}>{t('doubtful.link')}</Link>
    </>
  );
}
