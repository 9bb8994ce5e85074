import { planPath } from '#modules/plans/paths.ts';
import { Link } from '#ui/text/Link.tsx';
import shared from '../Training.module.css';
import { counted, number } from '../words.ts';

type SeatLineProps = { left: number; /** People who want one. */ wanted: number };

export function SeatLine({ left, wanted }: SeatLineProps) {
  const free = Math.max(0, left);
  const short = Math.max(0, wanted - free);
  if (free > 0 && short === 0)
    return (
      <p className={shared.quiet}>
        {counted(free, 'seat')} of your plan {free === 1 ? 'is' : 'are'} free.
      </p>
    );
  return (
    <div
      className={`${shared.notice} row flex-wrap gap-1 gap-x-3 text-pretty border rounded bg-canvas`}
      data-tone="warning"
    >
      <span>
        {free === 0
          ? 'No seat of your plan is free.'
          : `Only ${counted(free, 'seat')} of your plan ${free === 1 ? 'is' : 'are'} free.`}{' '}
        {short > 0 && `${number(short)} of your list ${short === 1 ? 'finds' : 'find'} none. `}
        Archive people who have left, or choose a larger plan
        {short > 0 && ' first, and add the others after that'}.
      </span>
      <Link className="font-medium text-accent underline" href={planPath}>
        See plans
      </Link>
    </div>
  );
}
