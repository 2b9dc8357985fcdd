// The controls of the player: play and pause, step back and forward, reset, speed, and values on the modules.
import { ActionIcon, Button } from '@mantine/core';
import {
  IconNumbers,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import { Hint } from '../../../ui/Hint.tsx';
import classes from './playback.module.css';
import { SPEEDS } from './usePlayer.ts';

interface Props {
  isPlaying: boolean;
  onToggle: () => void;
  onStep: (by: 1 | -1) => void;
  onReset: () => void;
  speed: number;
  onSpeed: (speed: number) => void;
  showsValues: boolean;
  onValues: () => void;
  children: ReactNode;
}

export function PlayControls({
  isPlaying,
  onToggle,
  onStep,
  onReset,
  speed,
  onSpeed,
  showsValues,
  onValues,
  children,
}: Props) {
  const { t } = useTranslation();
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  const tool = (label: string, glyph: ReactNode, onClick: () => void) => (
    <Hint text={label}>
      <ActionIcon variant="default" size={36} aria-label={label} onClick={onClick}>
        {glyph}
      </ActionIcon>
    </Hint>
  );
  return (
    <div className={classes.controls}>
      {tool(t('roof.reset'), <IconPlayerSkipBack {...icon} />, onReset)}
      {tool(t('roof.stepBack'), <IconPlayerTrackPrev {...icon} />, () => onStep(-1))}
      <Button
        className={classes.play}
        leftSection={isPlaying ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
        onClick={onToggle}
      >
        {t(isPlaying ? 'roof.pause' : 'roof.play')}
      </Button>
      {tool(t('roof.stepOn'), <IconPlayerTrackNext {...icon} />, () => onStep(1))}
      <Choice
        aria-label={t('roof.speed')}
        widthPx={96}
        value={String(speed)}
        choices={SPEEDS.map((times) => ({ value: String(times), label: t('roof.times', { times }) }))}
        onChange={(value) => onSpeed(Number(value))}
      />
      <Button
        variant="default"
        size="xs"
        aria-pressed={showsValues}
        leftSection={<IconNumbers size={16} stroke={1.75} aria-hidden />}
        onClick={onValues}
      >
        {t(showsValues ? 'roof.hideValues' : 'roof.showValues')}
      </Button>
      {children}
    </div>
  );
}
