import IconTarget from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs';
import classes from './GoalMark.module.css';

/** A quiet line that says which goal of the company something serves; nothing where it serves none. */
export function GoalMark({ lead, goals }: { lead: string; goals: string | undefined }) {
  if (!goals) return null;
  return (
    <p
      className={`${classes.mark} flex items-start gap-1.5 text-small leading-5 text-accent text-pretty mt-1`}
    >
      <IconTarget size={14} stroke={1.75} aria-hidden />
      <span>
        {lead}: {goals}
      </span>
    </p>
  );
}
