import IconAward from '@tabler/icons-react/dist/esm/icons/IconAward.mjs';
import { useParams } from 'react-router';
import { monthWords } from '#platform/days.ts';
import { Heading, LinkPage } from '#platform/web/LinkPage.tsx';
import { trainingPaths } from '../../paths.ts';
import { Waiting } from '../play/Waiting.tsx';
import { counted } from '../play/words.ts';
import { ContactCard } from './ContactCard.tsx';
import { CertificateLink, DoneCourses, LaterCourses, MoreCourses, OpenCourses } from './CourseCards.tsx';
import classes from './Learn.module.css';
import { LinkFailed } from './LinkFailed.tsx';
import { deadLink } from './messages.ts';
import { useLearning, type Learning } from './queries.ts';
import { sortedCourses } from './sorted.ts';
import { YearStrip } from './YearStrip.tsx';

/** So many courses are enough to look at, whoever has more open takes one after the other. */
const shownAtOnce = 3;

function Greeting({ learning }: { learning: Learning }) {
  const { now, later, done } = sortedCourses(learning.courses);
  const minutes = now.reduce((sum, one) => sum + one.minutes, 0);
  const next = later[0];
  return (
    <header className={classes.intro}>
      <Heading>{learning.firstName ? `Hello, ${learning.firstName}` : 'Hello'}</Heading>
      <p className={`${classes.lead} measure-62 text-dimmed wrap-anywhere text-pretty mt-2`}>
        {now.length > shownAtOnce ? (
          <>
            <bdi>{learning.companyName}</bdi> has {counted(now.length, 'course')} for you. Begin with the
            first: {counted(now[0]!.minutes, 'minute')} are enough for one day.
          </>
        ) : now.length > 0 ? (
          <>
            <bdi>{learning.companyName}</bdi> has {counted(now.length, 'course')} for you, about{' '}
            {counted(minutes, 'minute')} in all. Stop and go on whenever you like.
          </>
        ) : next ? (
          <>
            Everything is done for now. The next course from <bdi>{learning.companyName}</bdi> opens in{' '}
            {monthWords(next.unlockOn)}; an email will tell you.
          </>
        ) : done.length > 0 ? (
          <>You have finished every course. Thank you: a team is as careful as its people.</>
        ) : (
          <>
            <bdi>{learning.companyName}</bdi> has no course for you right now. An email will tell you when
            there is one.
          </>
        )}
      </p>
    </header>
  );
}

export function LearnScreen() {
  const { token = '' } = useParams();
  const found = useLearning(token);
  const home = trainingPaths.learn(token);
  if (found.isPending)
    return (
      <LinkPage home={home} narrow>
        <Waiting label="Opening your training" />
      </LinkPage>
    );
  // a link may end while its page stands open
  if (!found.data || deadLink(found.error))
    return (
      <LinkFailed
        token={token}
        error={found.error}
        retrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  const learning = found.data;
  const { now, later, done } = sortedCourses(learning.courses);
  return (
    <LinkPage home={home} narrow>
      <Greeting learning={learning} />
      <div className="stack gap-8">
        {learning.yearCertificate && (
          <section
            className={`${classes.award} border-accent row flex-wrap gap-2 gap-x-4 wrap-anywhere rounded-card bg-accent px-5 py-4`}
            aria-label="The whole year"
          >
            <IconAward size={36} stroke={1.5} aria-hidden />
            <p>
              <strong>You did the whole year.</strong> All twelve courses, with a certificate of their own.
            </p>
            <CertificateLink
              token={token}
              code={learning.yearCertificate}
              label="Certificate of the whole year, PDF"
            />
          </section>
        )}
        {now.length > 0 && (
          <section aria-labelledby="now">
            <h2 id="now" className="text-lead mb-3">
              To do now
            </h2>
            <OpenCourses token={token} courses={now.slice(0, shownAtOnce)} />
          </section>
        )}
        {now.length > shownAtOnce && (
          <section aria-labelledby="more">
            <h2 id="more" className="text-lead mb-3">
              Open too, one after the other
            </h2>
            <MoreCourses token={token} courses={now.slice(shownAtOnce)} />
          </section>
        )}
        <YearStrip courses={learning.courses} />
        {learning.contact && <ContactCard contact={learning.contact} />}
        {done.length > 0 && (
          <section aria-labelledby="done">
            <h2 id="done" className="text-lead mb-3">
              Done
            </h2>
            <DoneCourses token={token} courses={done} />
          </section>
        )}
        {later.length > 0 && (
          <section aria-labelledby="later">
            <h2 id="later" className="text-lead mb-3">
              Coming
            </h2>
            <LaterCourses courses={later} />
          </section>
        )}
      </div>
    </LinkPage>
  );
}
