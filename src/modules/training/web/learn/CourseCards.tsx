import { Button } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { shownDay } from '#platform/dates.ts';
import { dayWords, monthWords } from '#platform/days.ts';
import { Link } from '#ui/Link.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { trainingPaths } from '../../paths.ts';
import { counted } from '../play/words.ts';
import classes from './Learn.module.css';
import { certificateFile, type LearnCourse } from './queries.ts';

type CardsProps = { token: string; courses: readonly LearnCourse[] };

const beginWords: Record<LearnCourse['status'], string> = {
  notStarted: 'Start',
  inProgress: 'Continue',
  failedQuiz: 'Try the test again',
  finished: 'Look again',
};

/** What is to do now; the first one is the one to begin with. */
export function OpenCourses({ token, courses }: CardsProps) {
  return (
    <ul className={classes.cards}>
      {courses.map(({ course, title, summary, minutes, dueOn, isOverdue, status, percent }, i) => (
        <li key={course} className={classes.card} data-first={i === 0 || undefined}>
          <div>
            <p className={classes.meta}>
              <span>{counted(minutes, 'minute')}</span>
              <span>
                {isOverdue ? 'was due' : 'due'} {dayWords(dueOn)}
              </span>
              {isOverdue && <StatusPill tone="warning">Overdue</StatusPill>}
            </p>
            <h3 className={classes.cardTitle}>{title}</h3>
            {summary && <p className={classes.summary}>{summary}</p>}
            {percent > 0 && (
              <p className={classes.progress}>
                <progress value={percent} max={100} aria-label={`Progress in ${title}`} />
                <span>{percent}%</span>
              </p>
            )}
          </div>
          <Button
            component={Link}
            href={trainingPaths.learnCourse(token, course)}
            size="md"
            variant={i === 0 ? 'filled' : 'default'}
            className={classes.begin}
            rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
            aria-label={`${beginWords[status]}: ${title}`}
          >
            {beginWords[status]}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** What is open too, and can wait. */
export function MoreCourses({ token, courses }: CardsProps) {
  return (
    <ul className={classes.rows}>
      {courses.map(({ course, title, minutes, dueOn, status }) => (
        <li key={course} className={classes.row}>
          <div className={classes.rowText}>
            <p className={classes.laterTitle}>{title}</p>
            <p className={classes.small}>
              {counted(minutes, 'minute')} · due {dayWords(dueOn)}
            </p>
          </div>
          <Link
            className={classes.file}
            href={trainingPaths.learnCourse(token, course)}
            aria-label={`${beginWords[status]}: ${title}`}
          >
            {beginWords[status]} <IconArrowRight size={18} stroke={1.75} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A certificate as a file. */
export const CertificateLink = ({ token, code, label }: { token: string; code: string; label: string }) => (
  <a className={classes.file} href={certificateFile(token, code)} download aria-label={label}>
    <IconCertificate size={20} stroke={1.5} aria-hidden /> Certificate
  </a>
);

export function DoneCourses({ token, courses }: CardsProps) {
  return (
    <ul className={classes.rows}>
      {courses.map(({ course, title, bestScore, finishedAt, certificate }) => (
        <li key={course} className={classes.row}>
          <IconCircleCheck size={22} stroke={1.75} aria-hidden className={classes.tick} />
          <div className={classes.rowText}>
            <Link className={classes.rowTitle} href={trainingPaths.learnCourse(token, course)}>
              {title}
            </Link>
            <p className={classes.small}>
              {finishedAt && <>Finished {shownDay(finishedAt)}</>}
              {bestScore !== null && <> · {bestScore}%</>}
            </p>
          </div>
          {certificate && (
            <CertificateLink token={token} code={certificate} label={`Certificate of ${title}, PDF`} />
          )}
        </li>
      ))}
    </ul>
  );
}

export function LaterCourses({ courses }: Omit<CardsProps, 'token'>) {
  return (
    <ul className={classes.rows}>
      {courses.map(({ course, title, minutes, unlockOn }) => (
        <li key={course} className={classes.row} data-later>
          <div className={classes.rowText}>
            <p className={classes.laterTitle}>{title}</p>
            <p className={classes.small}>{counted(minutes, 'minute')}</p>
          </div>
          <span className={classes.small}>{monthWords(unlockOn)}</span>
        </li>
      ))}
    </ul>
  );
}
