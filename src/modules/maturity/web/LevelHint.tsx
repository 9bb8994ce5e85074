import { Tooltip } from '@mantine/core';
import { LevelBadge } from '#ui/badge/LevelBadge.tsx';
import type { LevelInfo } from '../entities.ts';
import classes from './Header.module.css';

/** The level of the company, large; its tooltip says number and description (modules.md 2). */
export function LevelHint({ level, info }: { level: number; info: LevelInfo | undefined }) {
  if (!info) return <LevelBadge level={level} size={96} label={`Level ${level}`} />;
  return (
    <Tooltip
      label={
        <>
          <strong>Level {level}</strong>
          <br />
          {info.description}
        </>
      }
    >
      <button
        type="button"
        aria-label={`Level ${level}: ${info.levelName}`}
        className={`${classes.hint} rounded-circle flex-none`}
      >
        <LevelBadge level={level} size={96} />
      </button>
    </Tooltip>
  );
}
