import { Button } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { shownDay } from '#platform/dates.ts';
import { dayWords, monthWords } from '#platform/days.ts';
import { Link } from '#ui/text/Link.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
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

export function OpenCourses({ token, courses }: CardsProps) {
  return (
    <ul className="grid gap-3">
      {courses.map(({ course, title, summary, minutes, dueOn, isOverdue, status, percent }, i) => (
        <li
          key={course}
          className={`${classes.card} card grid items-center gap-4 gap-x-6`}
          data-first={i === 0 || undefined}
        >
          <div>
            <p className={`${classes.meta} row flex-wrap text-body leading-5.5 text-dimmed`}>
              <span>{counted(minutes, 'minute')}</span>
              <span>
                {isOverdue ? 'was due' : 'due'} {dayWords(dueOn)}
              </span>
              {isOverdue && <StatusPill tone="warning">Overdue</StatusPill>}
            </p>
            <h3 className={`${classes.cardTitle} text-lead wrap-anywhere`}>{title}</h3>
            {summary && (
              <p className={`${classes.summary} text-reading text-dimmed text-pretty mt-1`}>{summary}</p>
            )}
            {percent > 0 && (
              <p className={`${classes.progress} row gap-2.5 text-small text-dimmed tabular-nums`}>
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

export function MoreCourses({ token, courses }: CardsProps) {
  return (
    <ul className="card">
      {courses.map(({ course, title, minutes, dueOn, status }) => (
        <li key={course} className={`${classes.row} row flex-wrap`}>
          <div className={classes.rowText}>
            <p className="text-reading wrap-anywhere">{title}</p>
            <p className="text-body leading-5.5 text-dimmed">
              {counted(minutes, 'minute')} · due {dayWords(dueOn)}
            </p>
          </div>
          <Link
            className="min-h-10 inline-row gap-1.5 text-body font-medium text-accent hover-underline"
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

export const CertificateLink = ({ token, code, label }: { token: string; code: string; label: string }) => (
  <a
    className="min-h-10 inline-row gap-1.5 text-body font-medium text-accent hover-underline"
    href={certificateFile(token, code)}
    download
    aria-label={label}
  >
    <IconCertificate size={20} stroke={1.5} aria-hidden /> Certificate
  </a>
);

export function DoneCourses({ token, courses }: CardsProps) {
  return (
    <ul className="card">
      {courses.map(({ course, title, bestScore, finishedAt, certificate }) => (
        <li key={course} className={`${classes.row} row flex-wrap`}>
          <IconCircleCheck size={22} stroke={1.75} aria-hidden className="flex-none text-success" />
          <div className={classes.rowText}>
            <Link
              className="text-reading font-medium text-plain wrap-anywhere hover-underline"
              href={trainingPaths.learnCourse(token, course)}
            >
              {title}
            </Link>
            <p className="text-body leading-5.5 text-dimmed">
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
    <ul className="card">
      {courses.map(({ course, title, minutes, unlockOn }) => (
        <li key={course} className={`${classes.row} row flex-wrap`} data-later>
          <div className={classes.rowText}>
            <p className="text-reading wrap-anywhere">{title}</p>
            <p className="text-body leading-5.5 text-dimmed">{counted(minutes, 'minute')}</p>
          </div>
          <span className="text-body leading-5.5 text-dimmed">{monthWords(unlockOn)}</span>
        </li>
      ))}
    </ul>
  );
}
