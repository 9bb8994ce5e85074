import { useParams } from 'react-router';
import { Heading, LinkMessage, LinkPage, LinkTrouble } from '#platform/web/LinkPage.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { monitoringPaths } from '../../paths.ts';
import { CvssVector } from '../issues/CvssVector.tsx';
import { References, StackFix } from '../issues/FindingText.tsx';
import { FindingPlaces } from '../issues/FindingPlaces.tsx';
import findings from '../issues/Findings.module.css';
import { shortDate } from '../schedules/pacificTime.ts';
import { visibleText } from '../issues/visibleText.ts';
import { FixedForm } from './FixedForm.tsx';
import classes from './IssueLink.module.css';
import { deadLink, deadWords, messageOf } from './messages.ts';
import { useLinkedIssue, type LinkedIssue } from './queries.ts';

/** One issue for a developer without an account: what it is, where, its proof and its fix; then "fixed, please check". */
export function IssueLinkScreen() {
  const { token = '' } = useParams();
  const found = useLinkedIssue(token);
  const home = monitoringPaths.issueLink(token);
  if (found.isPending)
    return (
      <LinkPage home={home}>
        <SkeletonPanel bare lines={2} height={120} label="Opening the issue" />
        <SkeletonPanel lines={12} height={640} label="Opening the issue" />
      </LinkPage>
    );
  if (!found.data)
    return (
      <Failed
        home={home}
        error={found.error}
        retrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  return (
    <LinkPage home={home}>
      <Opened token={token} data={found.data} />
    </LinkPage>
  );
}

function Failed({
  home,
  error,
  retrying,
  onRetry,
}: {
  home: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}) {
  const dead = deadLink(error);
  if (dead)
    return (
      <LinkPage home={home} narrow>
        <LinkMessage
          drawing={dead === 'invalid' ? <DrawingLost /> : <DrawingMail />}
          title={deadWords[dead].title}
        >
          {deadWords[dead].words.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </LinkMessage>
      </LinkPage>
    );
  return (
    <LinkPage home={home} narrow>
      <LinkTrouble retrying={retrying} onRetry={onRetry}>
        <p>{messageOf(error)}</p>
      </LinkTrouble>
    </LinkPage>
  );
}

function Opened({ token, data }: { token: string; data: LinkedIssue }) {
  const { issue, website, companyName, sentBy, expiresAt } = data;
  return (
    <>
      <header className="mb-6">
        <Heading>
          <bdi>{visibleText(issue.title)}</bdi>
        </Heading>
        <div className="row flex-wrap gap-2 gap-x-3 mt-2">
          <SeverityBadge severity={issue.severity} />
          <bdi className="text-small font-mono wrap-anywhere">{visibleText(website.url)}</bdi>
        </div>
        <p className={`measure-68 text-reading text-dimmed wrap-anywhere mt-2`}>
          <bdi>{sentBy}</bdi> at <bdi>{companyName}</bdi> asks you to fix this security issue.
        </p>
      </header>
      <div className={`${classes.columns} grid items-start gap-6`}>
        <article className={`${classes.story} card stack gap-6 p-6`} aria-label="The issue">
          <section>
            <h2 className={findings.heading}>What it means</h2>
            <p className={findings.prose}>{visibleText(issue.explanation)}</p>
          </section>
          <FindingPlaces finding={issue} heading="h2" />
          <section>
            <h2 className={findings.heading}>How it was confirmed</h2>
            <p className={findings.prose}>{issue.confirmed}</p>
          </section>
          <section>
            <h2 className={findings.heading}>How to fix it</h2>
            <StackFix fix={issue.fix} stacks={issue.stacks} others={issue.otherFixes} />
            <References references={issue.references} heading="h2" />
          </section>
        </article>
        <aside className={`${classes.side} sticky stack gap-4`} aria-label="Your answer">
          <FixedForm token={token} first={data} />
          <div className={`gap-4 p-5 card stack`}>
            <KeyValueList
              items={[
                { key: 'score', label: 'CVSS score', value: issue.score.toFixed(1) },
                {
                  key: 'vector',
                  label: 'CVSS vector',
                  value: issue.vector && <CvssVector vector={issue.vector} />,
                },
                { key: 'cwe', label: 'CWE', value: issue.cwe },
                { key: 'owasp', label: 'OWASP Top 10, 2021', value: issue.owasp },
                { key: 'first', label: 'First seen', value: shortDate(issue.firstSeen) },
                { key: 'last', label: 'Last seen', value: shortDate(issue.lastSeen) },
                { key: 'until', label: 'Link works until', value: shortDate(expiresAt) },
              ].filter((item) => item.value !== '')}
            />
          </div>
        </aside>
      </div>
    </>
  );
}
