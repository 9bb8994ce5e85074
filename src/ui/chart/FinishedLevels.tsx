import classes from './FinishedLevels.module.css';

/** `3 of 15 elements finished`: said in place of a verdict while elements are open. */
export const finishedWords = (finished: number, of: number): string =>
  `${finished} of ${of} elements finished`;

type FinishedLevelsProps = {
  /** Elements that have a level of their own, in the order in which they are asked. */
  finished: readonly { id: string; title: string; level: number }[];
  /** How many elements there are in all. */
  of: number;
};

/** Why the overall level is 0 while elements are open, and the level of each finished one. */
export function FinishedLevels({ finished, of }: FinishedLevelsProps) {
  return (
    <div className={`${classes.finished} text-small leading-5 text-dimmed text-pretty`}>
      <p>
        The overall level stays at 0 until all {of} elements are finished.
        {finished.length > 0 && ' Finished so far, with their levels:'}
      </p>
      {finished.length > 0 && (
        <ul className="mt-0.5" aria-label="Levels of the finished elements">
          {finished.map(({ id, title, level }) => (
            <li key={id} className={classes.item}>
              {title}{' '}
              <span className="font-semibold text-plain tabular-nums">
                <span className="visually-hidden">Level </span>
                {level}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
