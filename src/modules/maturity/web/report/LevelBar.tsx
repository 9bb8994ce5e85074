import classes from './LevelBar.module.css';

type LevelBarProps = {
  /** Undefined where it was not assessed. */
  level: number | undefined;
  target: number;
  tone: 'now' | 'before' | 'weakest';
};

/** Five steps, of which `level` are filled, with the target marked; its number stands beside it in words. */
export function LevelBar({ level, target, tone }: LevelBarProps) {
  return (
    <div
      className={`${classes.track} grid relative`}
      data-tone={tone}
      data-unknown={level === undefined || undefined}
      aria-hidden
    >
      {[1, 2, 3, 4, 5].map((step) => (
        <span
          key={step}
          className={`${classes.step} bg-hover`}
          data-full={(level ?? 0) >= step || undefined}
        />
      ))}
      {tone !== 'before' && (
        <span className={`${classes.target} absolute`} style={{ left: `${(target / 5) * 100}%` }} />
      )}
    </div>
  );
}
