import { Anchor } from '@mantine/core';
import { askExpert } from '#modules/plans/web/public.ts';
import { AskExpertButton } from '#ui/form/AskExpertButton.tsx';
import { Link } from '#ui/text/Link.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { howConfirmed } from '../../confirmation.ts';
import { fixForStack } from '../../fixForStack.ts';
import { issuePath, monitoringPaths } from '../../paths.ts';
import type { FindingWire } from '../../issueEntities.ts';
import type { Decide } from './DecideDialog.tsx';
import { CvssVector } from './CvssVector.tsx';
import { FindingPlaces, ProofPicture } from './FindingPlaces.tsx';
import { References, StackFix, type FindingHeading } from './FindingText.tsx';
import classes from './Findings.module.css';
import { IssueLinks } from '../issueLinks/IssueLinks.tsx';
import { IssueHistory } from './IssueHistory.tsx';
import { DecisionNote, IssueStanding } from './IssueStanding.tsx';
import { messageOf } from '../messages.ts';
import { shortDate } from '../schedules/pacificTime.ts';
import { useIssue } from '../queries.ts';
import { visibleText } from './visibleText.ts';

const sureness: Record<FindingWire['confidence'], string> = {
  certain: 'Certain',
  firm: 'Very likely',
  tentative: 'Possible, please check',
};

type FindingDetailsProps = {
  finding: FindingWire;
  targetId: string;
  /** Of a report: what that scan proved is shown, and nothing can be decided. */
  scanId?: string;
  heading: FindingHeading;
  onDecide?: (decide: Decide, from: HTMLElement | null) => void;
  /** The page of this issue alone. */
  onPage?: boolean;
};

/** What an issue means, where it is, its proof and its fix, then what to decide. Everything from the website is shown as plain text. */
export function FindingDetails({
  finding,
  targetId,
  scanId,
  heading: Heading,
  onDecide,
  onPage = false,
}: FindingDetailsProps) {
  const whole = useIssue(targetId, finding.findingId, scanId);
  const { data } = whole;
  return (
    <div className={`${classes.details} grid items-start`}>
      <div className="stack gap-6">
        <section>
          <Heading className={classes.heading}>What it means</Heading>
          <p className={classes.prose}>{visibleText(finding.explanation)}</p>
        </section>
        <FindingPlaces finding={finding} heading={Heading} />
        <section>
          <Heading className={classes.heading}>How it was confirmed</Heading>
          <p className={classes.prose}>
            {howConfirmed({ ...finding, payloads: finding.places.map((place) => place.payload) })}
          </p>
        </section>
        {data?.screenshot && (
          <ProofPicture base64={data.screenshot} title={finding.title} heading={Heading} />
        )}
        <section>
          <Heading className={classes.heading}>How to fix it</Heading>
          <StackFix {...fixForStack(finding.fix, finding.places)} />
          <References references={finding.references} heading={Heading} />
        </section>
        {onDecide && data && (
          <section>
            <Heading className={classes.heading}>What to do now</Heading>
            <IssueStanding
              targetId={targetId}
              issue={data.issue}
              seen={data.seen}
              canSend={!onPage}
              onDecide={onDecide}
            />
          </section>
        )}
        {!onDecide && finding.decision && <DecisionNote issue={finding} />}
        {onDecide && data && data.links.length > 0 && (
          <section>
            <Heading className={classes.heading}>Shown to developers</Heading>
            <IssueLinks targetId={targetId} findingId={finding.findingId} links={data.links} />
          </section>
        )}
        {data && data.history.length > 0 && (
          <section>
            <Heading className={classes.heading}>History</Heading>
            <IssueHistory history={data.history} />
          </section>
        )}
        {whole.isError && (
          <p className={classes.meta} role="alert">
            {messageOf(whole.error)}
          </p>
        )}
        <div className="row flex-wrap gap-2 gap-x-4">
          <AskExpertButton onClick={() => askExpert(questionAbout(finding))} />
          {!onPage && (
            <Anchor
              component={Link}
              href={issuePath(targetId, finding.findingId)}
              className={`${classes.pageLink} inline-row`}
            >
              Open this issue on its own page
            </Anchor>
          )}
        </div>
      </div>
      <div>
        <Facts finding={finding} weakness={data?.weakness ?? null} />
      </div>
    </div>
  );
}

const questionAbout = (finding: FindingWire) => ({
  kind: 'finding' as const,
  id: finding.findingId,
  title: visibleText(finding.title),
  facts: [
    { label: 'Severity', value: `${finding.severity}, CVSS ${finding.score.toFixed(1)}` },
    { label: 'First seen', value: shortDate(finding.firstSeen) },
    // a query may hold what is nobody else's business
    { label: 'Address', value: visibleText(finding.places[0]?.url.split(/[?#]/)[0] ?? '') },
    { label: 'Check', value: finding.rule },
  ],
});

function Facts({
  finding,
  weakness,
}: {
  finding: FindingWire;
  weakness: { weaknessId: string; title: string } | null;
}) {
  return (
    <KeyValueList
      items={[
        {
          key: 'weakness',
          label: 'Security weakness',
          value: weakness && (
            <Anchor component={Link} href={monitoringPaths.weakness(weakness.weaknessId)} inherit>
              <bdi>{weakness.title}</bdi>
            </Anchor>
          ),
        },
        { key: 'confidence', label: 'Confidence', value: sureness[finding.confidence] },
        { key: 'score', label: 'CVSS score', value: finding.score.toFixed(1) },
        {
          key: 'vector',
          label: 'CVSS vector',
          value: finding.vector && <CvssVector vector={finding.vector} />,
        },
        { key: 'cwe', label: 'CWE', value: finding.cwe },
        { key: 'owasp', label: 'OWASP Top 10, 2021', value: finding.owasp },
        { key: 'owasp2025', label: 'OWASP Top 10, 2025', value: finding.owasp2025 },
        {
          key: 'pci',
          label: 'PCI DSS',
          value: finding.pci && `${finding.pci}, ${finding.pciFails ? 'fails' : 'does not fail'} a pre-check`,
        },
        { key: 'first', label: 'First seen', value: shortDate(finding.firstSeen) },
        { key: 'last', label: 'Last seen', value: shortDate(finding.lastSeen) },
      ].filter((item) => item.value !== '' && item.value !== null)}
    />
  );
}
